export { cleanLine, cleanText } from '@corroborate/wire/written-text'
export { countLinks, readText } from './read-text.ts'
export type { Paragraphs, TextPart } from './text-part.ts'
