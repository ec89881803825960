/** Normalizes a phone number: removes separators, and replaces a leading `00` with a plus. Pure. */
export const typedNumber = (text: string): string => text.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
