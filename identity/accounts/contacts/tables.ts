/** The addresses and numbers of users. Their tables were made by the first step of `accounts/users`. */
export type ContactTables = {
  user_emails: {
    project_id: string
    email_id: string
    user_id: string
    /** In the canonical spelling of `@corroborate/wire/email`. */
    email: string
    verified: number
    created_at: number
  }
  user_phone_numbers: {
    project_id: string
    phone_id: string
    user_id: string
    /** E.164 */
    phone_number: string
    verified: number
    created_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends ContactTables {}
}
