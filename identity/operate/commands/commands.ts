import { adminCommands } from './admin-commands.ts'
import { appCommands } from './app-commands.ts'
import { auditCommands } from './audit-commands.ts'
import { captchaCommands } from './captcha-commands.ts'
import type { Command } from './command.ts'
import { impersonationCommands } from './impersonation-commands.ts'
import { keyCommands } from './key-commands.ts'
import { outboxCommands } from './outbox-commands.ts'
import { projectCommands } from './project-commands.ts'
import { providerCommands } from './provider-commands.ts'
import { supportCommands } from './support-commands.ts'
import { userCommands } from './user-commands.ts'
import { webhookCommands } from './webhook-commands.ts'

/** Everything `npm run identity` can do. */
export const commands: readonly Command[] = [
  ...projectCommands,
  ...providerCommands,
  ...captchaCommands,
  ...userCommands,
  ...supportCommands,
  ...keyCommands,
  ...appCommands,
  ...impersonationCommands,
  ...auditCommands,
  ...outboxCommands,
  ...webhookCommands,
  ...adminCommands,
]
