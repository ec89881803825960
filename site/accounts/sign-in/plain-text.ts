/**
 * Characters that are not seen, or that turn the order of those around them (UAX #9, UAX #44): controls, formats such as
 * U+202E and zero-width spaces, surrogates and code points nobody has assigned, line and paragraph separators, fillers.
 */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** A text of somebody else, as it is shown where a reader decides by it: without what they would not see. */
export const plainText = (text: string): string => text.replace(unseen, '')
