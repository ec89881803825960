import { expect, test } from 'vitest'
import { assistantsInShort } from './assistants-in-short.ts'

test('the page shows the URL to give to an assistant', () => {
  const { title, text, url } = assistantsInShort('https://corroborate.example')
  expect(url).toBe('https://corroborate.example/mcp')
  expect(title).toBe('MCP server')
  expect(text).toContain('Model Context Protocol')
})
