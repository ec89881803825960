import type { OneTapTexts } from './en.ts'

/** The same in German. */
export const de: OneTapTexts = {
  origin_not_allowed_for_client:
    'Google One Tap: Diese Seite ist nicht zugelassen. Tragen Sie ihren Ursprung beim Google-Client unter „Autorisierte JavaScript-Quellen“ ein.',
  invalid_client:
    'Google One Tap: Google kennt die Client-ID nicht. Prüfen Sie sie mit „npm run identity -- project provider list“.',
  oauth_config_not_found: 'Google One Tap: Google ist für dieses Projekt nicht eingerichtet.',
  no_login_redirect_urls_set: 'Google One Tap: Das Projekt hat keine Weiterleitungs-URL für Anmeldungen.',
  no_signup_redirect_urls_set: 'Google One Tap: Das Projekt hat keine Weiterleitungs-URL für Registrierungen.',
  default_provider_not_allowed: 'Google One Tap: Dieses Projekt braucht eigene Zugangsdaten von Google.',
}
