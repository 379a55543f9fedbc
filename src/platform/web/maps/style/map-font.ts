/**
 * The page's text font for styles without `glyphs`: MapLibre takes a list of families and reads the weight
 * from the first name. No family is called '… Semibold', so the browser uses the next one in that weight.
 */
export const mapFont = ['Instrument Sans Variable', 'system-ui'];
export const strongMapFont = ['Instrument Sans Variable Semibold', 'Instrument Sans Variable', 'system-ui'];
