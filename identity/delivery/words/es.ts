import type { Facts, Words } from './words.ts'

const sentTo = ({ project, to }: Facts, reason: string): string =>
  `Este mensaje se envió a ${to} porque ${reason} en ${project}. Nadie lee las respuestas.`

const undoIt = 'Inicia sesión, deshaz el cambio y elige una contraseña nueva.'
const takeItBack =
  'Puede que alguien haya entrado en tu cuenta. Restablece ahora tu contraseña: así se cierran todas las demás sesiones.'

export const spanish: Words = {
  language: 'es',
  dates: 'es',
  notYou: '¿No has sido tú?',
  spelledOut: '¿No funciona el botón? Copia esta dirección en tu navegador:',

  magicLink: facts => ({
    subject: `Tu enlace para ${facts.project}`,
    heading: `Continuar en ${facts.project}`,
    preview: `Funciona una sola vez, durante ${facts.expiry}.`,
    opening: [`Alguien, esperamos que tú, ha pedido continuar en ${facts.project} como ${facts.to}.`],
    label: `Continuar en ${facts.project}`,
    afterAction: [
      `El enlace funciona una sola vez y caduca en ${facts.expiry}. Ábrelo en el dispositivo desde el que lo pediste.`,
    ],
    ifNotYou: 'No tienes que hacer nada: sin este enlace nadie puede entrar. No se lo pases a nadie.',
    footer: sentTo(facts, 'alguien escribió esta dirección'),
  }),

  noAccount: facts => ({
    subject: `Inicio de sesión en ${facts.project}`,
    heading: 'No hay ninguna cuenta con esta dirección',
    preview: `Nadie tiene una cuenta con esta dirección en ${facts.project}.`,
    opening: [
      `Alguien, quizá tú, ha intentado iniciar sesión en ${facts.project} como ${facts.to}. Ninguna cuenta tiene allí esta dirección.`,
      'Si tienes una cuenta, está a nombre de otra dirección tuya: prueba con ella. Si no tienes ninguna, puedes registrarte.',
    ],
    ifNotYou: 'No tienes que hacer nada. No se ha creado nada a tu nombre.',
    footer: sentTo(facts, 'alguien escribió esta dirección'),
  }),

  addressTaken: facts => ({
    subject: `Tu dirección en ${facts.project}`,
    heading: 'Esta dirección pertenece a otra cuenta',
    preview: `Alguien ha intentado añadir esta dirección a una cuenta en ${facts.project}.`,
    opening: [
      `Alguien, quizá tú, ha intentado añadir ${facts.to} a su cuenta en ${facts.project}. Allí pertenece a otra cuenta, y sigue en ella.`,
      'Si has sido tú, tienes dos cuentas: inicia sesión en la otra con esta dirección. Para pasarla a otra cuenta, quítala antes de allí.',
    ],
    ifNotYou: 'No tienes que hacer nada. Nada ha cambiado en tu cuenta.',
    footer: sentTo(facts, 'alguien escribió esta dirección'),
  }),

  passcode: (facts, code) => ({
    subject: `Tu código para ${facts.project}`,
    heading: 'Tu código',
    preview: `${code} — funciona una sola vez, durante ${facts.expiry}.`,
    opening: [
      `Alguien, esperamos que tú, ha pedido continuar en ${facts.project} como ${facts.to}. Este es el código:`,
    ],
    afterAction: [
      `Funciona una sola vez y caduca en ${facts.expiry}. Escríbelo únicamente en la página que te lo ha pedido.`,
    ],
    ifNotYou: `No tienes que hacer nada: sin este código nadie puede entrar. Nadie de ${facts.project} te lo pedirá nunca.`,
    footer: sentTo(facts, 'alguien escribió esta dirección'),
  }),

  // "clave", because "código" has a letter for which a text would cost twice.
  passcodeText: ({ project, expiry }, code) =>
    `${code} es tu clave para ${project}. Caduca en ${expiry}. No la compartas.`,

  passwordReset: facts => ({
    subject: `Elige una contraseña nueva para ${facts.project}`,
    heading: 'Elige una contraseña nueva',
    preview: `El enlace funciona una sola vez, durante ${facts.expiry}.`,
    opening: [`Alguien, esperamos que tú, ha pedido una contraseña nueva en ${facts.project} para ${facts.to}.`],
    label: 'Elegir una contraseña nueva',
    afterAction: [
      `El enlace funciona una sola vez y caduca en ${facts.expiry}. Ábrelo en el dispositivo desde el que lo pediste.`,
    ],
    otherSentence: '¿Prefieres entrar sin contraseña?',
    otherLabel: 'Inicia sesión con este enlace',
    ifNotYou: 'No tienes que hacer nada: tu contraseña sigue siendo la misma. No le pases este mensaje a nadie.',
    footer: sentTo(facts, 'alguien pidió restablecer la contraseña de esta dirección'),
  }),

  confirmAddress: facts => ({
    subject: `Confirma tu dirección para ${facts.project}`,
    heading: 'Confirma tu dirección',
    preview: `El enlace funciona una sola vez, durante ${facts.expiry}.`,
    opening: [
      `Alguien, esperamos que tú, se ha registrado en ${facts.project} como ${facts.to}.`,
      'Para mostrar que has sido tú, abre este enlace y escribe la contraseña que quieres tener allí.',
    ],
    label: 'Confirmar la dirección',
    afterAction: [`El enlace funciona una sola vez y caduca en ${facts.expiry}.`],
    otherSentence: '¿Prefieres no tener contraseña?',
    otherLabel: 'Confirma solo con este enlace',
    ifNotYou:
      'No tienes que hacer nada: sin este mensaje nadie puede decir que esta dirección es suya. No se lo pases a nadie.',
    footer: sentTo(facts, 'alguien introdujo esta dirección'),
  }),

  accountChanged: (facts, { subject, sentence, advice }, when) => ({
    subject: `${subject} en ${facts.project}`,
    heading: subject,
    preview: sentence,
    opening: [sentence, `Cuenta: ${facts.to} en ${facts.project}. Hora: ${when}.`],
    ifNotYou: advice,
    footer: sentTo(facts, 'pertenece a una cuenta'),
  }),

  advice: { takeItBack, undoIt },
}
