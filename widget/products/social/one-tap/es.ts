import type { OneTapTexts } from './en.ts'

/** The same in Spanish. */
export const es: OneTapTexts = {
  origin_not_allowed_for_client:
    'Google One Tap: el origen de esta página no está permitido. Añádalo a los orígenes de JavaScript autorizados del cliente de Google.',
  invalid_client:
    'Google One Tap: Google no conoce el identificador de cliente. Compruébelo con «npm run identity -- project provider list».',
  oauth_config_not_found: 'Google One Tap: Google no está configurado para este proyecto.',
  no_login_redirect_urls_set: 'Google One Tap: el proyecto no tiene ninguna URL de redirección para iniciar sesión.',
  no_signup_redirect_urls_set: 'Google One Tap: el proyecto no tiene ninguna URL de redirección para registrarse.',
  default_provider_not_allowed: 'Google One Tap: este proyecto necesita credenciales propias de Google.',
}
