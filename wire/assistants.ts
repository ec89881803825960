/** Path of the site's MCP server (Model Context Protocol), which is also the resource of its access tokens (RFC 8707). */
export const assistantsPath = '/mcp'

/** Scopes of assistants, with the consent page's texts. */
export const assistantScopes = {
  'papers:watch': 'Watch papers for you, so that news about them reaches you',
  'notes:draft': 'Write drafts of notes, which are sent only by you',
  'claims:draft': 'Write drafts of claims to reproduce a paper, which are sent only by you',
} as const

export type AssistantScope = keyof typeof assistantScopes
