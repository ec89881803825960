import type { en, enOfScreens } from './en.ts'

/** Its texts in Spanish, in the polite form. */
export const es: typeof en & typeof enOfScreens = {
  main: {
    smsTab: 'SMS',
    whatsappTab: 'WhatsApp',
    continueWithSms: 'Continuar con un SMS',
    continueWithWhatsapp: 'Continuar con WhatsApp',
    country: 'País',
    phoneNumber: 'Número de teléfono',
    invalidPhoneNumber: 'Número de teléfono no válido, inténtelo de nuevo.',
  },
  passcode: {
    heading: 'Escriba el código',
    sent: 'Se ha enviado un código de 6 cifras a {destination}.',
    undelivered:
      'No se ha podido entregar el mensaje. Vuelva atrás para comprobar el número o elegir otra forma de entrar.',
    label: 'Código',
    verifying: 'Comprobando el código…',
    invalid: 'Código no válido, inténtelo de nuevo.',
    expires: 'Su código caduca en {time}. ¿No lo ha recibido? {resend}',
    expired: 'Su código ha caducado. {resend}',
    resend: 'Enviar otro código',
    resent: 'Código enviado',
  },
  passcodeConfirmation: {
    heading: '¡Listo!',
    verified: 'Su código se ha comprobado correctamente.',
  },
}
