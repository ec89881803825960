/** Where the site answers assistants (the Model Context Protocol): also the resource that their access tokens are for (RFC 8707). */
export const assistantsPath = '/mcp'

/** What an assistant may do for a person who allows it, in the words of the consent page. */
export const assistantScopes = {
  'papers:watch': 'Watch papers for you, so that news about them reaches you',
  'notes:draft': 'Write drafts of notes, which are sent only by you',
  'claims:draft': 'Write drafts of claims to reproduce a paper, which are sent only by you',
} as const

export type AssistantScope = keyof typeof assistantScopes
