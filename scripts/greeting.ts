import { commandName } from '@corroborate/server-kit/command-line'
import type { Settings } from '@corroborate/server-kit/settings'
import { whereMessagesGo } from '../identity/identity.ts'

/** Tells the person who started both servers where they are, where messages go, and how to make a moderator and an administrator. */
export const greeting = (settings: Settings): string => {
  const { site, identity } = settings
  const { mail, texts } = whereMessagesGo(settings)
  const rows = [
    ['Corroborate', site.origin],
    ['Identity provider', identity.origin],
    ['Console of the provider', `${identity.origin}/console`],
    ['Mail goes to', mail],
    ['Texts go to', texts],
    ['An administrator is made with', `${commandName('identity')} admin add EMAIL --role owner`],
    ['A moderator is made with', `${commandName('identity')} user role add EMAIL moderator`],
  ]
  return `\n${rows.map(([what, where]) => `  ${what?.padEnd(31)}${where}`).join('\n')}\n\n`
}
