/**
 * Control characters (C0, DEL, C1) and marks that reorder or hide text. A terminal interprets them, so a bibliography could overwrite the
 * output.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Makes a text safe for one terminal line: removes control characters and replaces line breaks with spaces. */
export const printable = (text: string): string =>
  text
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(unprintable, '')
    .trim()

/** JSON that is harmless in a terminal: JSON itself escapes C0 only. Reads as the same value. */
export const printableJson = (value: unknown): string => {
  const json = JSON.stringify(value, null, 2)
  const lines = json.split('\n').map(line => line.replace(unprintable, escapeCharacter))
  return `${lines.join('\n')}\n`
}

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
