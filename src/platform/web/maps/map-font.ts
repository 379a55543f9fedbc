/**
 * The page's text face as MapLibre reads it where a style has no `glyphs`: a list of families, the weight sniffed from
 * the first name. No family is called '… Semibold'; the browser goes on to the next, which it draws in that weight.
 */
export const mapFont = ['Instrument Sans Variable', 'system-ui'];
export const strongMapFont = ['Instrument Sans Variable Semibold', 'Instrument Sans Variable', 'system-ui'];
