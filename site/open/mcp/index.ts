export { assistantsInShort } from './assistants-in-short.ts'
