/** A place in the list of events as clients keep it: a word that they hand back as it is. */
export const writeCursor = (place: number): string => Buffer.from(`events:${place}`).toString('base64url')

/** The place in a word of ours; null for any other word. */
export const readCursor = (word: string): number | null => {
  const [, digits] = /^events:(\d{1,15})$/.exec(Buffer.from(word, 'base64url').toString()) ?? []
  if (digits === undefined) return null
  const place = Number(digits)
  // Only the one spelling of a place is a cursor.
  return writeCursor(place) === word ? place : null
}
