export { mailboxRoutes } from './routes.ts'
export {
  forgetMessagesBefore,
  keepMessage,
  listMessages,
  type MailboxMessage,
  type MailboxTables,
  mailboxMigrations,
} from './store.ts'
