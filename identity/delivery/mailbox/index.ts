export { mailboxRoutes } from './routes.ts'
export {
  findMessage,
  forgetMessagesBefore,
  keepMessage,
  listMessages,
  type MailboxMessage,
  type MailboxTables,
  mailboxMigrations,
} from './store.ts'
