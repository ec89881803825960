import { expect, test } from 'vitest'
import { assistantsInShort } from './assistants-in-short.ts'

test('people are told the address that they give their assistant', () => {
  const { title, text, url } = assistantsInShort('https://corroborate.example')
  expect(url).toBe('https://corroborate.example/mcp')
  expect(title).toBe('MCP server')
  expect(text).toContain('Model Context Protocol')
})
