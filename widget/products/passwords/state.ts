/** What the provider knows about an address: nobody, somebody with a password, somebody without one. */
export type UserType = 'new' | 'password' | 'passwordless'

export type PasswordsState = {
  passwordState: { email: string; password: string; type: UserType }
  /** `logsIn`: the token is of the link that logs in without a new password, and does so by itself. */
  resetPasswordState: { token: string; logsIn: boolean }
}
