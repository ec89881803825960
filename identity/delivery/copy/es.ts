import type { Facts, Words } from './words.ts'

// In the polite form, as the widget speaks.

const sentTo = ({ project, to }: Facts, reason: string): string =>
  `Este mensaje se envió a ${to} porque ${reason} en ${project}. Nadie lee las respuestas.`

const undoIt = 'Inicie sesión, deshaga el cambio y elija una contraseña nueva.'
const itIsGone = 'Escriba a quien gestiona el servicio. Lo eliminado no se puede recuperar.'
const askWhy = 'Si no pidió ayuda, escriba a quien gestiona el servicio y pregunte el motivo.'
const takeItBack =
  'Puede que alguien haya entrado en su cuenta. Restablezca ahora su contraseña: así se cierran todas las demás sesiones.'

export const spanish: Words = {
  language: 'es',
  dates: 'es',
  notYou: '¿No ha sido usted?',
  spelledOut: '¿No funciona el botón? Copie esta dirección en su navegador:',

  magicLink: facts => ({
    subject: `Su enlace para ${facts.project}`,
    heading: `Continuar en ${facts.project}`,
    preview: `Funciona una sola vez, durante ${facts.expiry}.`,
    opening: [`Alguien, esperamos que usted, ha pedido continuar en ${facts.project} como ${facts.to}.`],
    label: `Continuar en ${facts.project}`,
    afterAction: [
      `El enlace funciona una sola vez y caduca en ${facts.expiry}. Ábralo en el dispositivo desde el que lo pidió.`,
    ],
    ifNotYou: 'No tiene que hacer nada: sin este enlace nadie puede entrar. No se lo pase a nadie.',
    footer: sentTo(facts, 'alguien escribió esta dirección'),
  }),

  noAccount: facts => ({
    subject: `Inicio de sesión en ${facts.project}`,
    heading: 'No hay ninguna cuenta con esta dirección',
    preview: `Nadie tiene una cuenta con esta dirección en ${facts.project}.`,
    opening: [
      `Alguien, quizá usted, ha intentado iniciar sesión en ${facts.project} como ${facts.to}. Ninguna cuenta tiene allí esta dirección.`,
      'Si tiene una cuenta, está a nombre de otra dirección suya: pruebe con ella. Si no tiene ninguna, puede registrarse.',
    ],
    ifNotYou: 'No tiene que hacer nada. No se ha creado nada a su nombre.',
    footer: sentTo(facts, 'alguien escribió esta dirección'),
  }),

  addressTaken: facts => ({
    subject: `Su dirección en ${facts.project}`,
    heading: 'Esta dirección pertenece a otra cuenta',
    preview: `Alguien ha intentado añadir esta dirección a una cuenta en ${facts.project}.`,
    opening: [
      `Alguien, quizá usted, ha intentado añadir ${facts.to} a su cuenta en ${facts.project}. Allí pertenece a otra cuenta, y sigue en ella.`,
      'Si ha sido usted, tiene dos cuentas: inicie sesión en la otra con esta dirección. Para pasarla a otra cuenta, quítela antes de allí.',
    ],
    ifNotYou: 'No tiene que hacer nada. Nada ha cambiado en su cuenta.',
    footer: sentTo(facts, 'alguien escribió esta dirección'),
  }),

  passcode: (facts, code) => ({
    subject: `${code} es su código para ${facts.project}`,
    heading: 'Su código',
    preview: `Funciona una sola vez, durante ${facts.expiry}.`,
    opening: [
      `Hemos recibido una solicitud de inicio de sesión en ${facts.project} como ${facts.to}. Este es el código:`,
    ],
    afterAction: [
      `Funciona una sola vez y caduca en ${facts.expiry}. Escríbalo únicamente en la página que se lo ha pedido.`,
    ],
    ifNotYou: `Puede ignorar este correo. ${facts.project} nunca le pedirá este código.`,
    footer: sentTo(facts, 'alguien escribió esta dirección'),
  }),

  // "clave", because "código" has a letter for which a text would cost twice.
  passcodeText: ({ project, expiry }, code) =>
    `${code} es su clave para ${project}. Caduca en ${expiry}. No la comparta.`,

  passwordReset: facts => ({
    subject: `Elija una contraseña nueva para ${facts.project}`,
    heading: 'Elija una contraseña nueva',
    preview: `El enlace funciona una sola vez, durante ${facts.expiry}.`,
    opening: [`Hemos recibido una solicitud de contraseña nueva en ${facts.project} para ${facts.to}.`],
    label: 'Elegir una contraseña nueva',
    afterAction: [
      `El enlace funciona una sola vez y caduca en ${facts.expiry}. Ábralo en el dispositivo desde el que lo pidió.`,
    ],
    otherSentence: '¿Prefiere entrar sin contraseña?',
    otherLabel: 'Inicie sesión con este enlace',
    ifNotYou: 'Puede ignorar este correo. Su contraseña no ha cambiado. No lo reenvíe.',
    footer: sentTo(facts, 'alguien pidió restablecer la contraseña de esta dirección'),
  }),

  confirmAddress: facts => ({
    subject: `Confirme su dirección para ${facts.project}`,
    heading: 'Confirme su dirección',
    preview: `El enlace funciona una sola vez, durante ${facts.expiry}.`,
    opening: [
      `Se ha registrado una cuenta en ${facts.project} con ${facts.to}.`,
      'Abra este enlace para mostrar que la dirección es suya y escriba otra vez su contraseña: hasta ahora nadie podía saber quién la había elegido.',
    ],
    label: 'Confirmar la dirección',
    afterAction: [`El enlace funciona una sola vez y caduca en ${facts.expiry}.`],
    otherSentence: '¿Prefiere no tener contraseña?',
    otherLabel: 'Confirme solo con este enlace',
    ifNotYou: 'Puede ignorar este correo. Sin él no se puede confirmar la dirección. No lo reenvíe.',
    footer: sentTo(facts, 'alguien escribió esta dirección'),
  }),

  newDevice: (facts, { device, place, when }) => ({
    subject: `Nuevo inicio de sesión en ${facts.project}`,
    heading: 'Un nuevo inicio de sesión en su cuenta',
    preview: 'Si fue usted, no tiene que hacer nada.',
    opening: [
      `Alguien ha iniciado sesión en su cuenta (${facts.to}) de ${facts.project} con un navegador que no se había usado antes.`,
      `Dispositivo: ${device || 'desconocido'}. Lugar: ${place || 'desconocido'}. Hora: ${when}.`,
      'Si fue usted, no tiene que hacer nada.',
    ],
    label: 'No fui yo',
    ifNotYou:
      'El botón lleva a una página que cierra esta sesión y todas las demás, y le envía un enlace para una contraseña nueva si su cuenta tiene una.',
    footer: sentTo(facts, 'pertenece a una cuenta'),
  }),

  accountChanged: (facts, { subject, sentence, advice }, when) => ({
    subject: `${subject} en ${facts.project}`,
    heading: subject,
    preview: sentence,
    opening: [sentence, `Cuenta: ${facts.to} en ${facts.project}. Hora: ${when}.`],
    ifNotYou: advice,
    footer: sentTo(facts, 'pertenece a una cuenta'),
  }),

  advice: { takeItBack, undoIt, itIsGone, askWhy },
}
