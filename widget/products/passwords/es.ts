import type { en } from './en.ts'

/** Its texts in Spanish, in the polite form. */
export const es: typeof en = {
  passwordCreateOrLogin: {
    choose: '¿Cómo desea crear su cuenta?',
    emailLink: 'Enviarme un enlace para entrar',
    emailCode: 'Enviarme un código para entrar',
    finish: 'Elija una contraseña y su cuenta estará lista.',
    logIn: 'Iniciar sesión',
    forgotPassword: '¿Ha olvidado su contraseña?',
    passwordInstead: 'Prefiero crear una contraseña',
    sending: 'Le estamos enviando un correo',
    sendAgain: 'Enviar de nuevo',
  },
  passwordStrength: {
    label: 'Seguridad de la contraseña',
    unknown: 'Aún no se sabe',
    veryWeak: 'Muy débil',
    weak: 'Débil',
    good: 'Buena',
    strong: 'Fuerte',
    length: 'Debe tener al menos {n} caracteres',
    kinds: 'Debe incluir {n} de estos tipos: mayúscula, minúscula, número, símbolo',
    met: 'cumplido',
    missing: 'aún falta',
    allMet: 'La contraseña cumple todos los requisitos.',
    breached:
      'Es posible que esta contraseña se haya usado en otro sitio que sufrió un problema de seguridad. Elija otra contraseña.',
    tooLong: 'Use como máximo {n} caracteres.',
    checkAgain: 'Comprobar de nuevo',
  },
  passwordMail: {
    question: '¿No lo ha recibido?',
    resend: 'Reenviar el correo',
    resent: 'Correo reenviado',
    withoutPassword: 'Entrar sin contraseña',
  },
  passwordForgot: {
    heading: '¿Ha olvidado su contraseña?',
    sent: 'Le hemos enviado a {email} un enlace para restablecer su contraseña.',
  },
  passwordBreached: {
    heading: 'Revise su correo para elegir una contraseña nueva',
    sent: 'Otro sitio en el que usa la misma contraseña sufrió un problema de seguridad. Para proteger su cuenta, hemos enviado un correo a {email}: siga el enlace y elija una contraseña nueva.',
  },
  passwordSetNew: {
    heading: '¡Revise su correo!',
    sent: 'Le hemos enviado a {email} un enlace para crear una contraseña.',
  },
  passwordDedupe: {
    heading: '¡Revise su correo para elegir una contraseña nueva!',
    sent: 'Para asegurarnos de que es usted, hemos enviado un correo a {email}. Siga el enlace y elija una contraseña nueva para continuar.',
  },
  passwordConfirmation: {
    heading: '¡Listo!',
    loggedIn: 'Ha iniciado sesión.',
  },
  passwordResetForm: {
    heading: 'Restablezca su contraseña',
    confirmHeading: 'Confirme su dirección',
    confirm:
      'Elija una contraseña nueva. Esta dirección no estaba confirmada, por lo que otra persona pudo haber elegido la contraseña de esta cuenta.',
    confirmWithout: 'Confirmar sin contraseña',
    busy: 'Iniciando sesión…',
    loggingIn: 'Iniciando sesión',
    retry: 'Intentar de nuevo',
    incomplete: 'Este enlace no está completo. Ábralo de nuevo desde el correo o pida uno nuevo.',
    askAgain: 'Enviarme un enlace nuevo',
  },
}
