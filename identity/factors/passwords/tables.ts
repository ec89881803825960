/** Passwords. Their table was made by the first step of `accounts/users`. */
export type PasswordTables = {
  /** One row per user with a password. */
  password_hashes: {
    project_id: string
    user_id: string
    password_id: string
    /** How `hash` is checked. Every hash that is not argon2id as we make it is replaced at the next log-in. */
    scheme: 'argon2' | 'bcrypt' | 'scrypt' | 'pbkdf2'
    /** A PHC string; for bcrypt its own `$2b$…` form. */
    hash: string
    requires_reset: number
    created_at: number
    updated_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends PasswordTables {}
}
