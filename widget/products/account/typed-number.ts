/** A phone number as people write it, without what only makes it readable; `00` at its beginning is a plus. Pure. */
export const typedNumber = (text: string): string => text.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
