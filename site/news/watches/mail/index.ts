export { composeNews, type NewsMail, type Thing } from './compose.ts'
export { readUnsubscribeToken, writeUnsubscribeToken } from './unsubscribe-token.ts'
