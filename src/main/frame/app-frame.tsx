import { Outlet } from 'react-router';
import { Frame } from './frame.tsx';

export default function AppFrame() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}
