/** A number as typed, and its default region (ISO 3166). */
export type TypedPhoneNumber = { text: string; region: string }

/** Nothing typed yet, in the region that a page begins with (SPEC §3). */
export const noPhoneNumber: TypedPhoneNumber = { text: '', region: 'US' }
