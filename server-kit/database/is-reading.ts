/**
 * True for a statement that changes nothing, so that it may be sent again. One that begins with WITH may hold an INSERT, and
 * counts as changing something. Pure.
 */
export const isReading = (sql: string): boolean => /^[\s(]*(?:select|values|show|explain)\b/i.test(sql)
