import { paths } from '../../kit/doi/index.ts'

/** The MCP section of the API page. `url`: the server address for an MCP client; `origin`: of this site. */
export const assistantsInShort = (origin: string): { title: string; text: string; url: string } => ({
  title: 'MCP server',
  text: 'AI assistants can look up papers and check up to 1,000 references over the Model Context Protocol, without signing in. With your permission an assistant can also watch papers and draft notes and claims; only you can submit a draft.',
  url: origin + paths.assistants,
})
