/** Passwords. Their table was made by the first step of `accounts/users`. */
export type PasswordTables = {
  /** One row per user with a password. */
  password_hashes: {
    project_id: string
    user_id: string
    password_id: string
    /** Hash scheme. Any hash other than our current argon2id is replaced at the next login. */
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
