/** A number as somebody typed it, and the region (ISO 3166) it is read in. */
export type TypedPhoneNumber = { text: string; region: string }

/** Nothing typed yet, in the region that a page begins with (SPEC §3). */
export const noPhoneNumber: TypedPhoneNumber = { text: '', region: 'US' }
