import type { Settings } from '@corroborate/server-kit/settings'
import { whereMessagesGo } from '../identity/identity.ts'

/** What whoever started both servers wants to know: where they are, where messages go, how to make a moderator. */
export const greeting = (settings: Settings): string => {
  const { site, identity } = settings
  const { mail, texts } = whereMessagesGo(settings)
  const rows = [
    ['Corroborate', site.origin],
    ['Identity provider', identity.origin],
    ['Mail goes to', mail],
    ['Texts go to', texts],
    ['A moderator is made with', 'npm run identity -- user role add EMAIL moderator'],
  ]
  return `\n${rows.map(([what, where]) => `  ${what?.padEnd(26)}${where}`).join('\n')}\n\n`
}
