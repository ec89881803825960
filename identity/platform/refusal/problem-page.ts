import { type HttpContext, type HttpProblem, nonceOf } from '@corroborate/server-kit/http'
import type { ErrorType } from '@corroborate/wire/errors'
import { type Locale, localeOf, type OtherLocale } from '@corroborate/wire/locales'
import { html } from 'hono/html'
import { pageOf } from '../page/index.ts'
import { errorTypeOf } from './error-type-of.ts'

/** Strings around a problem's message. `unnamed` replaces untranslated messages. */
const frameOf: Readonly<Record<Locale, { goBack: string; requestId: string; unnamed: string }>> = {
  en: { goBack: 'Go back to the page you came from to go on.', requestId: 'Request id', unnamed: '' },
  de: {
    goBack: 'Gehen Sie zu der Seite zurück, von der Sie kommen, um fortzufahren.',
    requestId: 'Kennung der Anfrage',
    unnamed: 'Diese Seite kann nicht gezeigt werden.',
  },
  es: {
    goBack: 'Vuelva a la página de la que viene para continuar.',
    requestId: 'Identificador de la solicitud',
    unnamed: 'Esta página no se puede mostrar.',
  },
}

/** Translations of problems that users can cause. Others are integration errors read by developers. */
const problemWords: Readonly<Record<OtherLocale, { readonly [Type in ErrorType]?: string }>> = {
  de: {
    oauth_state_mismatch:
      'Diese Anmeldung wurde nicht in diesem Browser begonnen, oder sie hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    oauth_state_used: 'Diese Anmeldung ist schon abgeschlossen. Bitte versuchen Sie es noch einmal.',
    oauth_token_not_found:
      'Diese Anmeldung wurde schon verwendet oder ist abgelaufen. Bitte versuchen Sie es noch einmal.',
    oauth_attach_token_not_found: 'Dieser Link zum Verknüpfen eines Kontos wurde schon verwendet oder ist abgelaufen.',
    oauth_config_not_found: 'Diese Art der Anmeldung ist nicht eingerichtet.',
    oauth_provider_unavailable:
      'Der andere Anbieter antwortet gerade nicht. Bitte versuchen Sie es später noch einmal.',
    too_many_requests: 'Das waren zu viele Versuche. Bitte warten Sie einen Augenblick.',
    route_not_found: 'Diese Seite gibt es nicht.',
  },
  es: {
    oauth_state_mismatch:
      'Este inicio de sesión no empezó en este navegador o ha tardado demasiado. Vuelva a intentarlo, por favor.',
    oauth_state_used: 'Este inicio de sesión ya se completó. Vuelva a intentarlo, por favor.',
    oauth_token_not_found: 'Este inicio de sesión ya se usó o ha caducado. Vuelva a intentarlo, por favor.',
    oauth_attach_token_not_found: 'Este enlace para vincular una cuenta ya se usó o ha caducado.',
    oauth_config_not_found: 'Esta forma de iniciar sesión no está configurada.',
    oauth_provider_unavailable: 'El otro proveedor no responde en este momento. Vuelva a intentarlo más tarde.',
    too_many_requests: 'Han sido demasiados intentos. Espere un momento, por favor.',
    route_not_found: 'Esta página no existe.',
  },
}

/** Error page for a browser navigation to a page that cannot be shown, such as an expired sign-in. */
export const problemPage = (c: HttpContext, problem: HttpProblem, requestId: string): Response | Promise<Response> => {
  const locale = localeOf(c.req.header('Accept-Language'))
  const { heading, detail } = wordsFor(problem, locale)
  const frame = frameOf[locale]
  c.header('Vary', 'Accept-Language', { append: true })
  return c.html(
    pageOf({
      locale,
      title: String(problem.status),
      nonce: nonceOf(c),
      body: html`<h1>${heading}</h1>${detail === null ? '' : html`<p lang="en">${detail}</p>`}<p>${frame.goBack}</p>
<p class="soft">${frame.requestId}: ${requestId}</p>`,
    }),
    problem.status,
  )
}

/** Returns the message in the reader's language. If untranslated, a generic heading with the English reason. */
const wordsFor = (problem: HttpProblem, locale: Locale): { heading: string; detail: string | null } => {
  if (locale === 'en') return { heading: problem.message, detail: null }
  const own = problemWords[locale][errorTypeOf(problem)]
  return own === undefined
    ? { heading: frameOf[locale].unnamed, detail: problem.message }
    : { heading: own, detail: null }
}
