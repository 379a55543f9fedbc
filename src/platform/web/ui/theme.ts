import {
  createTheme,
  defaultVariantColorsResolver,
  type ActionIconProps,
  type BadgeProps,
  type ButtonProps,
  type CardProps,
  type CheckboxProps,
  type CSSVariablesResolver,
  type InputProps,
  type InputWrapperProps,
  type LoaderProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type PaperProps,
  type PopoverProps,
  type ProgressProps,
  type SwitchProps,
  type TabsProps,
  type VariantColorsResolver,
} from '@mantine/core';

const ember: MantineColorsTuple = [
  '#fff0ea',
  '#fde0d5',
  '#ffbda6',
  '#ff9a78',
  '#ff7a52',
  '#e8501f',
  '#cf3a0f',
  '#b22f0a',
  '#8e2609',
  '#5f1a07',
];

const pen: MantineColorsTuple = [
  '#f0f6fa',
  '#dfedf6',
  '#bcd9eb',
  '#93c1de',
  '#5f9fc9',
  '#3f86b6',
  '#2b74a5',
  '#1b5a87',
  '#154869',
  '#0e3048',
];

const moss: MantineColorsTuple = [
  '#ebf7ef',
  '#d8efe0',
  '#aedcbf',
  '#7fc79b',
  '#52b07a',
  '#319a5f',
  '#1f7a47',
  '#19653a',
  '#14502e',
  '#0d3a20',
];

// Filled buttons use shade 6: white on it has a contrast of 6.6; on the library's own red it has 3.3.
const red: MantineColorsTuple = [
  '#fff1ef',
  '#fde3e0',
  '#f9c3be',
  '#f2968f',
  '#e5675f',
  '#d0433b',
  '#b3201b',
  '#991914',
  '#7c1410',
  '#5a0e0b',
];

const gray: MantineColorsTuple = [
  '#faf7f0',
  '#f4f0e7',
  '#ebe5d8',
  '#e0d8c8',
  '#cdc3b0',
  '#9d927d',
  '#6a6252',
  '#5b5446',
  '#2e2a22',
  '#17150f',
];

const dark: MantineColorsTuple = [
  '#f5f1e8',
  '#d8d1c2',
  '#a59d8d',
  '#8a8274',
  '#3a352d',
  '#2a2620',
  '#1b1916',
  '#131210',
  '#0e0d0b',
  '#080706',
];

const pill = 9999;

/**
 * Colors of the four kinds of buttons:
 * - the main action of a screen: no variant;
 * - a neutral one: `default`;
 * - a link: `subtle`;
 * - one that ends or refuses something: `danger`, or `color="red"` where it is the last step of a dialog.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  if (input.variant === 'danger')
    return {
      background: 'var(--panel)',
      hover: 'var(--danger-wash)',
      color: 'var(--danger-text)',
      border: '1px solid var(--line)',
    };
  // Buttons are ember unless they say otherwise, but only the main one, which is filled, looks so.
  if (input.color !== 'ember') return defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return defaultVariantColorsResolver({ ...input, color: 'pen' });
  return {
    background: 'var(--ember)',
    hover: 'var(--ember-strong)',
    color: 'var(--on-ember)',
    border: '1px solid transparent',
  };
};

/** Like `Component.extend`, which would load all of these components with every page. */
const defaults = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });

export const theme = createTheme({
  // The color of links and controls. The main button is ember: see above.
  primaryColor: 'pen',
  // Same shade in light and dark: white on it has a contrast of 5.1.
  primaryShade: 6,
  variantColorResolver,
  colors: { ember, pen, moss, red, gray, dark },
  white: '#ffffff',
  black: '#17150f',
  fontFamily: 'var(--font-text)',
  headings: {
    fontFamily: 'var(--font-heading)',
    fontWeight: '680',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(2rem, 1.6rem + 1.8vw, 2.875rem)', lineHeight: '1.04' },
      h2: { fontSize: '1.375rem', lineHeight: '1.2' },
      h3: { fontSize: '1.125rem', lineHeight: '1.25' },
    },
  },
  radius: { xs: '6px', sm: '9px', md: '12px', lg: '18px', xl: '28px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  autoContrast: false,
  components: {
    Button: defaults<ButtonProps>({ radius: pill, size: 'md', color: 'ember' }),
    ActionIcon: defaults<ActionIconProps>({ radius: pill, color: 'ember' }),
    Badge: defaults<BadgeProps>({ radius: pill, tt: 'none' }),
    // The default radius would make it a circle, which looks like a radio button.
    Checkbox: defaults<CheckboxProps>({ radius: 'xs' }),
    Card: defaults<CardProps>({ radius: 'lg', withBorder: true, padding: 'lg' }),
    Paper: defaults<PaperProps>({ radius: 'lg' }),
    Input: defaults<InputProps>({ size: 'md' }),
    InputWrapper: defaults<InputWrapperProps>({ size: 'md' }),
    Loader: defaults<LoaderProps>({ type: 'dots' }),
    Menu: defaults<MenuProps>({ radius: 'lg', shadow: 'md' }),
    Modal: defaults<ModalProps>({ radius: 'xl', centered: true }),
    // A list scrolls away with its field. If hidden, it would stay open out of the user's sight.
    Popover: defaults<PopoverProps>({ hideDetached: false }),
    Progress: defaults<ProgressProps>({ radius: pill }),
    // Same size as the fields around it, including its description.
    Switch: defaults<SwitchProps>({ size: 'md' }),
    // The open tab says where the user is, so it has the color of ink.
    Tabs: {
      ...defaults<TabsProps>({ variant: 'pills', radius: pill }),
      vars: () => ({
        root: { '--tabs-color': 'var(--inverse)', '--tabs-text-color': 'var(--on-inverse)' },
      }),
    },
  },
});

/** The tokens handle light and dark, so both schemes use this map. */
const fromTokens: Record<string, string> = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--dimmed)',
  '--mantine-color-anchor': 'var(--pen-text)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-success': 'var(--moss-text)',
  '--mantine-color-placeholder': 'var(--dimmed)',
  '--mantine-color-default': 'var(--panel)',
  '--mantine-color-default-hover': 'var(--sand)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--sand)',
  '--mantine-color-disabled-color': 'var(--dimmed)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-ember-light': 'var(--ember-wash)',
  '--mantine-color-ember-light-hover': 'var(--ember-wash)',
  '--mantine-color-ember-light-color': 'var(--ember-text)',
  '--mantine-color-ember-outline': 'var(--ember-text)',
  '--mantine-color-ember-text': 'var(--ember-text)',
  '--mantine-color-pen-light': 'var(--pen-wash)',
  '--mantine-color-pen-light-hover': 'var(--pen-wash)',
  '--mantine-color-pen-light-color': 'var(--pen-text)',
  '--mantine-color-pen-outline': 'var(--pen-text)',
  '--mantine-color-pen-text': 'var(--pen-text)',
  '--mantine-color-moss-light': 'var(--moss-wash)',
  '--mantine-color-moss-light-hover': 'var(--moss-wash)',
  '--mantine-color-moss-light-color': 'var(--moss-text)',
  '--mantine-color-moss-text': 'var(--moss-text)',
  '--mantine-color-red-light': 'var(--danger-wash)',
  '--mantine-color-red-light-hover': 'var(--danger-wash)',
  '--mantine-color-red-light-color': 'var(--danger-text)',
  '--mantine-color-yellow-light': 'var(--gold-wash)',
  '--mantine-color-yellow-light-color': 'var(--gold-text)',
  '--mantine-color-gray-light': 'var(--sand)',
  '--mantine-color-gray-light-color': 'var(--ink)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: fromTokens,
  dark: fromTokens,
});
