export default {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': {
      // The same breakpoints as Mantine's theme; media queries cannot read custom properties.
      variables: {
        'mantine-breakpoint-xs': '36em',
        'mantine-breakpoint-sm': '48em',
        'mantine-breakpoint-md': '62em',
        'mantine-breakpoint-lg': '75em',
        'mantine-breakpoint-xl': '88em',
      },
    },
  },
};
