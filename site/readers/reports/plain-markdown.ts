/** Strips Markdown for search results and link previews. */
export const plainMarkdown = (text: string): string =>
  text
    .replace(/^ {0,3}(?:```|~~~).*$/gm, '')
    .replace(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/gm, (_, words: string) =>
      /[.?!:]$/.test(words) ? words : `${words}.`,
    )
    .replace(/^ {0,3}(?:>[ \t]?)+/gm, '')
    // A line between parts may be written `* * *`, which begins as an item of a list does.
    .replace(/^ {0,3}(?:[-*_][ \t]*){3,}$/gm, '')
    .replace(/^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+/gm, '')
    .replace(/!?\[([^\]\n]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/(\*\*|__|`)([^*_`\n]{1,500}?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)([^*_\n]{1,500}?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/\s+/g, ' ')
    .trim()
