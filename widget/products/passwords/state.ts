/** Account of an address: none, with a password, or without one. */
export type UserType = 'new' | 'password' | 'passwordless'

export type PasswordsState = {
  passwordState: { email: string; password: string; type: UserType }
  /** `logsIn`: the token is of the link that logs in without a new password, which happens as soon as the page opens. */
  resetPasswordState: { token: string; logsIn: boolean }
}
