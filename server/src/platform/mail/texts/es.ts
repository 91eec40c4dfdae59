import type { MailTexts } from './mail-text'

export const es: MailTexts = {
  greeting: (name) => `Hola, ${name}:`,
  footer: (address) => `Lintel ha enviado este correo desde ${address}. Las respuestas no se leen.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time) => ({
      subject: 'Hemos cerrado tu sesión en Lintel por seguridad',
      paragraphs: [
        `El ${time(at)} alguien usó una clave de acceso de tu cuenta que ya había sido sustituida. Eso ocurre cuando se ha copiado una clave, así que hemos cerrado la sesión a la que pertenecía.`,
        `Dirección: ${ip}`,
        ...(browser ? [`Navegador: ${browser}`] : []),
        'Si no sabes a qué se debe, inicia sesión y cambia la contraseña. En caso contrario, vuelve a iniciar sesión sin más.',
      ],
    }),
    'first-invitation': ({ link, expiresAt }, time) => ({
      subject: 'Tu cuenta en Lintel',
      paragraphs: [
        'Se ha creado una cuenta para ti. Elige una contraseña y ya puedes empezar.',
        `El enlace funciona una sola vez, hasta el ${time(expiresAt)}. No lo compartas con nadie.`,
      ],
      action: { label: 'Elegir contraseña', link },
    }),
  },
}
