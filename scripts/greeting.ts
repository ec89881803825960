import { commandName } from '@corroborate/server-kit/command-line'
import type { Settings } from '@corroborate/server-kit/settings'
import { whereMessagesGo } from '../identity/identity.ts'

/** Startup message with the URLs of both servers, the message transports, and the commands to create a moderator and an administrator. */
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
