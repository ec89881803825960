/**
 * Every `error_type` of the contract with its status and default user message. Names are those of the real client's published vocabulary,
 * for compatibility with existing applications.
 */
export const errorTypes = {
  // Requests
  bad_request: { status: 400, message: 'The request could not be understood.' },
  invalid_authorization_header: { status: 401, message: 'The Authorization header is missing or malformed.' },
  invalid_url: { status: 400, message: 'The address is not a valid URL.' },
  invalid_locale: { status: 400, message: 'This language is not supported.' },
  email_template_not_found: { status: 404, message: 'The mail template does not exist.' },
  invalid_template_id: { status: 400, message: 'The message template does not exist.' },
  route_not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  request_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'The request must be JSON.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please try again in a moment.' },
  captcha_required: { status: 403, message: 'Please prove that you are human and try again.' },
  captcha_failed: { status: 403, message: 'The proof that you are human was not accepted. Please try again.' },
  internal_server_error: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  server_unavailable: { status: 503, message: 'The service is briefly unavailable. Please try again.' },

  // Projects
  public_token_not_found: { status: 401, message: 'The public token is not known.' },
  project_not_found: { status: 404, message: 'The project does not exist.' },
  bad_domain_for_stytch_sdk: {
    status: 403,
    message: 'This web page is not allowed to sign people in for the project.',
  },
  no_match_for_provided_magic_link_url: {
    status: 400,
    message: 'The redirect URL is not one that the project allows.',
  },
  invalid_password_reset_redirect_url: {
    status: 400,
    message: 'The password reset URL is not one that the project allows.',
  },
  no_login_redirect_urls_set: { status: 400, message: 'The project has no redirect URL for logging in.' },
  no_signup_redirect_urls_set: { status: 400, message: 'The project has no redirect URL for signing up.' },
  no_password_reset_redirect_url: { status: 400, message: 'The project has no redirect URL for password resets.' },

  // Sessions. The first four end the client's session.
  unauthorized_credentials: { status: 401, message: 'The e-mail address or password is not right.' },
  user_unauthenticated: { status: 401, message: 'Please log in first.' },
  invalid_secret_authentication: { status: 401, message: 'The session is not valid for this project.' },
  session_not_found: { status: 401, message: 'Your session has ended. Please log in again.' },
  unable_to_parse_session_jwt: { status: 401, message: 'The session JWT could not be verified.' },
  other_session_not_found: { status: 404, message: 'This session has ended already.' },
  session_is_current: { status: 400, message: 'You are using this session. Log out to end it.' },
  invalid_session_duration_minutes: {
    status: 400,
    message: 'The session duration must be a whole number of minutes within the limits of the project.',
  },
  unauthorized_action: { status: 403, message: 'You are not allowed to do this.' },
  remembered_device_not_found: { status: 404, message: 'This device is not remembered any more.' },
  insufficient_factors: { status: 403, message: 'Please confirm with a second factor first.' },
  stale_factors: { status: 403, message: 'Please log in again to make this change.' },
  session_not_mutable_impersonated: { status: 403, message: 'This cannot be done while impersonating a user.' },

  // Users and their factors
  user_not_found: { status: 404, message: 'The user does not exist.' },
  user_lock_limit_reached: {
    status: 429,
    message: 'Too many failed attempts. The account is locked for a while; please try again later.',
  },
  email_not_found: { status: 404, message: 'The e-mail address was not found.' },
  invalid_email: { status: 400, message: 'Invalid e-mail address.' },
  forbidden_character_zero_width_space: {
    status: 400,
    message: 'Invalid e-mail address: it contains an invisible character.',
  },
  duplicate_email: { status: 400, message: 'This e-mail address cannot be used.' },
  phone_number_not_found: { status: 404, message: 'The phone number was not found.' },
  invalid_phone_number: { status: 400, message: 'Invalid phone number, please try again.' },
  invalid_phone_number_country_code: { status: 400, message: 'We cannot send messages to this country.' },
  duplicate_phone_number: { status: 400, message: 'This phone number cannot be used.' },
  crypto_wallet_not_found: { status: 404, message: 'The wallet was not found.' },
  oauth_user_registration_not_found: { status: 404, message: 'The linked account was not found.' },
  biometric_registration_not_found: { status: 404, message: 'The biometric registration was not found.' },
  cannot_delete_last_primary_factor: {
    status: 400,
    message: 'This is the last way to log in to the account and cannot be removed.',
  },
  cannot_update_trusted_metadata: { status: 403, message: 'Trusted metadata cannot be changed from a browser.' },
  metadata_invalid_format: { status: 400, message: 'Metadata must be a plain JSON object.' },
  metadata_too_large: { status: 400, message: 'The metadata is too large.' },
  metadata_too_many_keys: { status: 400, message: 'The metadata has too many keys.' },

  // Magic links and passcodes
  unable_to_auth_magic_link: {
    status: 401,
    message: 'The link was used already or has expired. Please ask for a new one.',
  },
  otp_code_not_found: {
    status: 401,
    message: 'The passcode was used already or has expired. Please ask for a new one.',
  },
  unable_to_auth_otp_code: { status: 401, message: 'Invalid passcode, please try again.' },
  invalid_expiration: { status: 400, message: 'The expiration must be a whole number of minutes within the limits.' },

  // PKCE. The client retries with its other code verifier when the text contains "pkce".
  pkce_expected_code_verifier: { status: 401, message: 'A pkce code verifier is required for this token.' },
  pkce_did_not_expect_code_verifier: { status: 401, message: 'This token was not issued for a pkce code verifier.' },
  pkce_mismatch: {
    status: 401,
    message: 'The pkce code verifier does not fit. Open the link in the browser that asked for it.',
  },
  invalid_pkce_code_challenge: { status: 400, message: 'The pkce code challenge is missing or malformed.' },

  // Passwords
  weak_password: { status: 400, message: 'This password is too weak. Please choose a stronger one.' },
  breached_password: {
    status: 400,
    message:
      'This password may have been used on a different site that experienced a security issue. Please choose another password.',
  },
  reset_password: { status: 401, message: 'Please reset your password to go on.' },
  unable_to_auth_password_reset_token: {
    status: 401,
    message: 'The link was used already or has expired. Please reset your password again.',
  },
  session_too_old_to_reset_password: { status: 403, message: 'Please log in again before you change your password.' },

  // TOTP and recovery codes
  totp_not_found: { status: 404, message: 'There is no authenticator app on this account.' },
  active_totp_exists: { status: 400, message: 'There is an authenticator app on this account already.' },
  unable_to_authenticate_totp: { status: 401, message: 'Invalid passcode, please try again.' },
  unable_to_authenticate_recovery_code: { status: 401, message: 'The recovery code is not right or was used already.' },

  // Passkeys and wallets
  unable_to_auth_webauthn_registration: {
    status: 400,
    message: 'The passkey was not accepted. Please try again.',
  },
  webauthn_registration_not_found: { status: 404, message: 'The passkey was not found.' },
  unable_to_authenticate_crypto_wallet: { status: 401, message: 'The wallet’s signature was not accepted.' },
  invalid_crypto_wallet_address: { status: 400, message: 'This is not an address of that kind of wallet.' },
  invalid_siwe_uri: { status: 400, message: 'The address to sign in at is not one of this web page.' },
  invalid_siwe_chain_id: { status: 400, message: 'The chain ID must be a whole number above 0.' },
  invalid_siwe_issued_at: {
    status: 400,
    message: 'The time of issue must be a date as in RFC 3339, before the end of the challenge.',
  },
  invalid_siwe_not_before: {
    status: 400,
    message: 'The time before which nobody may sign in must be a date as in RFC 3339, before the end of the challenge.',
  },
  invalid_siwe_statement: {
    status: 400,
    message: 'The statement must be one line of ASCII letters, digits, spaces and punctuation that may be in a URI.',
  },
  invalid_siwe_message_request_id: { status: 400, message: 'The request ID must be one segment of a URI.' },
  invalid_siwe_resources: { status: 400, message: 'Every resource must be a URI.' },

  // Social sign-in
  oauth_token_not_found: { status: 401, message: 'The sign-in was used already or has expired. Please try again.' },
  oauth_state_mismatch: {
    status: 400,
    message: 'This sign-in did not begin in this browser, or took too long. Please try again.',
  },
  oauth_state_used: { status: 400, message: 'This sign-in was completed already. Please try again.' },
  oauth_access_denied: { status: 403, message: 'The sign-in was cancelled.' },
  oauth_provider_refused: { status: 502, message: 'The provider did not accept the sign-in. Please try again.' },
  oauth_provider_unavailable: {
    status: 502,
    message: 'The provider does not answer as it should. Please try again in a moment.',
  },
  id_token_invalid: { status: 401, message: 'The provider’s proof of who you are could not be verified.' },
  id_token_incorrect_audience: { status: 401, message: 'The provider’s proof of who you are is for another page.' },
  id_token_nonce_invalid: { status: 401, message: 'The provider’s proof of who you are belongs to another sign-in.' },
  id_token_expired: { status: 401, message: 'The provider’s proof of who you are has expired. Please try again.' },
  no_match_for_provided_oauth_url: {
    status: 400,
    message: 'The redirect URL is not one that the project allows.',
  },
  oauth_attach_token_not_found: {
    status: 400,
    message: 'The request to link an account was used already or has expired. Please try again.',
  },
  duplicate_oauth_registration: { status: 400, message: 'This account is linked to another account here.' },
  oauth_config_not_found: { status: 400, message: 'This way to sign in is not set up.' },
  default_provider_not_allowed: { status: 400, message: 'This provider needs credentials of your own.' },
  invalid_client: { status: 400, message: 'The client is not accepted by the provider.' },
  origin_not_allowed_for_client: { status: 403, message: 'This web page’s origin is not registered for the client.' },
  connected_app_not_found: { status: 404, message: 'The application is not known.' },

  // Applications that sign people in with us
  connected_app_supplied_redirect_url_not_found_in_client: {
    status: 400,
    message: 'The application wants its answer at an address that is not registered for it.',
  },
  pkce_required_for_idp_authorization_flow: {
    status: 400,
    message: 'The application sent no proof key (pkce code challenge).',
  },
  unsupported_response_type: {
    status: 400,
    message: 'The application asked for a kind of answer that we do not give.',
  },
  invalid_scope: { status: 400, message: 'The application asked for something that it may not have.' },
  invalid_target: { status: 400, message: 'The application asked for access to a service that it may not use.' },
  invalid_idp_authorization_request: {
    status: 400,
    message: 'The request of the application could not be understood.',
  },
  idp_authorization_not_started: {
    status: 403,
    message: 'You have not seen this request, or saw it too long ago. Please begin again at the application.',
  },
  invalid_id_token_hint: {
    status: 400,
    message: 'The application did not prove that it means you. You have not been logged out.',
  },

  // Impersonation
  unable_to_auth_impersonation_token: {
    status: 401,
    message: 'The impersonation token was used already or has expired.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorType = keyof typeof errorTypes

/** The types on which a client forgets its session: always on `sessions/revoke`, and on `sessions/authenticate`. */
export const unrecoverableErrorTypes = [
  'unauthorized_credentials',
  'user_unauthenticated',
  'invalid_secret_authentication',
  'session_not_found',
] as const satisfies readonly ErrorType[]
