import { startNextObject } from '../crash-point.ts';

export async function forEachObject<Item>(
  objects: readonly Item[],
  work: (object: Item) => Promise<unknown>,
  onFailure: (error: unknown, object: Item) => void,
): Promise<void> {
  for (const object of objects) {
    startNextObject();
    try {
      await work(object);
    } catch (error) {
      onFailure(error, object);
    }
  }
}
