/** Query parameters that hold something to keep from others (SPEC §2, "Query parameters on any page"). */
export const secretParams = ['session_token', 'reset_password_token', 'token'] as const
