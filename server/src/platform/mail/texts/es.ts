import { headed, listed, type MailTexts, type RoleLabels, roleIn } from './mail-text'

/** The origin of an event. */
const where = ({ ip, browser }: { ip: string; browser: string | null }) => [
  `Dirección IP: ${ip}`,
  ...(browser ? [`Navegador: ${browser}`] : []),
]

const roles: RoleLabels = { 5: 'Invitado', 10: 'Usuario', 15: 'Flujos', 20: 'Admin.' }

export const es: MailTexts = {
  greeting: (name) => `Hola, ${name}:`,
  footer: (address) => `Lintel ha enviado este correo desde ${address}. Las respuestas no se leen.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time, { remedy }) => ({
      subject: 'Hemos cerrado su sesión en Lintel por seguridad',
      paragraphs: [
        `El ${time(at)} alguien usó una clave de sesión de su cuenta que ya había sido sustituida o que pertenece a otro navegador. Eso ocurre cuando se ha copiado una clave, así que hemos cerrado la sesión a la que pertenecía.`,
        `Dirección IP: ${ip}`,
        ...(browser ? [`Navegador: ${browser}`] : []),
        {
          password:
            'Si no sabe a qué se debe, inicie sesión y cambie la contraseña. En caso contrario, vuelva a iniciar sesión sin más.',
          sessions:
            'Si no sabe a qué se debe, inicie sesión, cierre en su cuenta todas las demás sesiones y cambie la contraseña en el proveedor con el que inicia sesión. En caso contrario, vuelva a iniciar sesión sin más.',
          guestLink:
            'Si no sabe a qué se debe, pida un enlace nuevo a los administradores del proyecto: el actual dejará entonces de funcionar. En caso contrario, vuelva a abrir su enlace sin más.',
        }[remedy],
      ],
    }),
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} le invita a ${project}`,
      paragraphs: [
        `${inviter} le invita al proyecto «${project}» en Lintel. Se ha creado una cuenta para usted: elija una contraseña y ya puede empezar.`,
        `El enlace funciona una sola vez, hasta el ${time(expiresAt)}. No lo comparta con nadie.`,
      ],
      action: { label: 'Elegir contraseña', link },
    }),
    'project-invitation': ({ inviter, project, link }) => ({
      subject: `Ahora forma parte de ${project}`,
      paragraphs: [
        `${inviter} le ha añadido al proyecto «${project}» en Lintel. Inicie sesión como siempre para abrirlo.`,
      ],
      action: { label: 'Abrir el proyecto', link },
    }),
    'guest-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} le invita a ${project}`,
      paragraphs: [
        `${inviter} le da acceso como invitado al proyecto «${project}» en Lintel. El enlace permite entrar sin contraseña.`,
        expiresAt === null
          ? 'Funciona tantas veces como quiera. No lo comparta con nadie.'
          : `Funciona tantas veces como quiera hasta el ${time(expiresAt)}. No lo comparta con nadie.`,
      ],
      action: { label: 'Abrir el proyecto', link },
    }),
    'access-ends': ({ lines, more, endsAt }, time) => ({
      subject: 'Su acceso termina pronto',
      paragraphs: [
        `Su acceso termina el ${time(endsAt)}. Después ya no podrá abrir:`,
        ...listed(lines, more, `y ${more} más`),
        'Si todavía lo necesita, diríjase a los administradores de sus proyectos.',
      ],
    }),
    'given-access-ends': ({ lines, more, endsAt, link, isOfSeveral }, time) => ({
      subject: 'Un acceso que usted concedió termina pronto',
      paragraphs: [
        `Un acceso que usted concedió termina el ${time(endsAt)}:`,
        ...listed(lines, more, `y ${more} más`),
        'Si alguien todavía lo necesita, asígnele antes una fecha posterior.',
      ],
      action: { label: isOfSeveral ? 'Abrir mis proyectos' : 'Abrir el proyecto', link },
    }),
    'second-factor-ahead': ({ customer, from, link }, time) => ({
      subject: `${customer} pedirá la verificación en dos pasos`,
      paragraphs: [
        `A partir del ${time(from)}, la contraseña sola ya no abrirá los proyectos de ${customer}.`,
        'Configure antes la verificación en dos pasos: bastan dos minutos y un teléfono.',
      ],
      action: { label: 'Configurar la verificación en dos pasos', link },
    }),
    'domain-missing': ({ customer, domain, record, lostAt, link }, time) => ({
      subject: `La verificación de ${domain} está a punto de perderse`,
      paragraphs: [
        `El registro TXT con el que ${customer} demuestra que ${domain} es suyo no se encontró cuando lo buscamos.`,
        `Pida a quien administra el DNS de ${domain} que vuelva a ponerlo, exactamente así: ${record}`,
        `Si no vuelve a estar antes del ${time(lostAt)}, la verificación se pierde. Las importaciones del directorio y SCIM dejarán de aceptar a personas de este dominio, y los proveedores dejarán de responder por sus direcciones.`,
      ],
      action: { label: 'Ver el dominio', link },
    }),
    'domain-lost': ({ customer, domain, record, link }) => ({
      subject: `La verificación de ${domain} se ha perdido`,
      paragraphs: [
        `Durante 14 días no se encontró el registro TXT con el que ${customer} demuestra que ${domain} es suyo. Las importaciones del directorio y SCIM ya no aceptan a personas de este dominio, y los proveedores ya no responden por sus direcciones. Quien tiene acceso lo conserva.`,
        `Para verificarlo de nuevo, pida a quien administra el DNS de ${domain} que ponga el registro exactamente así y compruébelo después: ${record}`,
      ],
      action: { label: 'Verificar el dominio de nuevo', link },
    }),
    'project-purge': ({ project, purgedAt, link }, time) => ({
      subject: `${project} se eliminará pronto definitivamente`,
      paragraphs: [
        `El proyecto ${project} está eliminado. El ${time(purgedAt)} se eliminará definitivamente con todo su contenido.`,
        'Hasta entonces puede restaurarlo.',
      ],
      action: { label: 'Restaurar el proyecto', link },
    }),
    'access-gained': ({ owned: [first, ...others], gained, more, link }) => ({
      subject: first === undefined ? 'Tiene nuevos accesos' : `Ahora es propietario de ${first}`,
      paragraphs: [
        ...(first === undefined
          ? []
          : [
              'Ahora es propietario de:',
              ...listed([first, ...others]),
              'El propietario decide quién participa en un proyecto y puede transferirlo o eliminarlo.',
            ]),
        ...headed('Se le ha dado acceso a:', listed(gained.map(roleIn(roles)), more, `y ${more} más`)),
        'Puede desactivar estos correos en su perfil.',
      ],
      action: { label: 'Abrir mis proyectos', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: 'Su código para una nueva contraseña en Lintel',
      paragraphs: [
        'Alguien, probablemente usted, ha pedido una nueva contraseña para su cuenta.',
        `Su código: ${code}`,
        `Funciona una sola vez, hasta el ${time(expiresAt)}. Si no fue usted, no tiene que hacer nada: su contraseña no cambia.`,
      ],
      action: { label: 'Establecer una nueva contraseña', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: 'Confirme su nueva contraseña en Lintel',
      paragraphs: [
        'Alguien que conoce la contraseña actual de su cuenta ha pedido sustituirla.',
        `Si fue usted, confirme la nueva contraseña. El enlace funciona una sola vez, hasta el ${time(expiresAt)}.`,
        'Si no fue usted, no la confirme: alguien conoce su contraseña. Pida una nueva en la página de inicio de sesión.',
      ],
      action: { label: 'Confirmar la nueva contraseña', link },
    }),
    'provider-linked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `Ya puede iniciar sesión en Lintel con ${provider}`,
      paragraphs: [
        `El ${time(at)} su cuenta se vinculó con ${provider}: quien inicie sesión allí como usted también la inicia aquí.`,
        `Dirección IP: ${ip}`,
        remedy === 'password'
          ? 'Si no fue usted, inicie sesión, quite el vínculo en su perfil y cambie la contraseña.'
          : 'Si no fue usted, inicie sesión, quite el vínculo en su perfil y cierre en su cuenta todas las demás sesiones.',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `Ya no puede iniciar sesión en Lintel con ${provider}`,
      paragraphs: [
        `El ${time(at)} se quitó el vínculo entre su cuenta y ${provider}.`,
        `Dirección IP: ${ip}`,
        remedy === 'password'
          ? 'Si no fue usted, cambie la contraseña.'
          : 'Si no fue usted, inicie sesión y cierre en su cuenta todas las demás sesiones.',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Confirme su dirección para Lintel',
      paragraphs: [
        `Alguien inició sesión en ${provider} e indicó esta dirección como suya. Si fue usted, confírmela y vuelva a iniciar sesión con ${provider}.`,
        `El enlace funciona una sola vez, hasta el ${time(expiresAt)}. Ábralo en el navegador en el que inició sesión allí. Si no fue usted, no tiene que hacer nada.`,
      ],
      action: { label: 'Confirmar dirección', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Usted tiene una cuenta en Lintel',
      paragraphs: [
        `Alguien inició sesión en ${provider} e indicó esta dirección, que ya tiene una cuenta.`,
        `Si fue usted: vuelva a iniciar sesión con ${provider}, elija «Ya tengo una cuenta» e introduzca su contraseña. Si no fue usted, no tiene que hacer nada.`,
      ],
    }),
    registration: ({ link, expiresAt }, time) => ({
      subject: 'Cree su cuenta en Lintel',
      paragraphs: [
        'Alguien, probablemente usted, quiere crear una cuenta en Lintel con esta dirección.',
        `Elija una contraseña y cree su primer proyecto. El enlace funciona una vez, hasta el ${time(expiresAt)}.`,
        'Si no fue usted, no haga nada: sin este enlace no se abre ninguna cuenta.',
      ],
      action: { label: 'Elegir una contraseña', link },
    }),
    'registration-known': ({ link }) => ({
      subject: 'Ya tiene una cuenta en Lintel',
      paragraphs: [
        'Alguien, probablemente usted, quiso crear una cuenta en Lintel con esta dirección. Ya existe una: inicie sesión para crear un proyecto. En la página de inicio de sesión puede establecer una contraseña nueva.',
      ],
      action: { label: 'Iniciar sesión', link },
    }),
    'deletion-noted': ({ at, link, hasAdministrators }, time, { support }) => ({
      subject: 'Su cuenta se va a eliminar',
      paragraphs: [
        hasAdministrators
          ? `El ${time(at)} registramos la solicitud de eliminar su cuenta. Nuestro equipo y los administradores de su empresa están informados y se pondrán en contacto con usted por correo. Todavía no se ha eliminado nada.`
          : `El ${time(at)} registramos la solicitud de eliminar su cuenta. Nuestro equipo está informado y se pondrá en contacto con usted por correo. Todavía no se ha eliminado nada.`,
        'Si cambia de idea, o si no fue usted, retire la solicitud.',
        support === null
          ? 'Si no puede iniciar sesión para hacerlo, avise al administrador del sistema.'
          : `Si no puede iniciar sesión para hacerlo, escriba a ${support}.`,
      ],
      action: { label: 'Ver o retirar la solicitud', link },
    }),
    'deletion-asked': ({ email, owned, more, memberships, link }) => ({
      subject: `${email} pide que se elimine su cuenta`,
      paragraphs: [
        `${email} ha pedido que se elimine su cuenta. Todavía no se ha eliminado nada.`,
        ...(owned.length > 0
          ? [
              'Estos proyectos son propiedad de esta persona y antes necesitan otro propietario:',
              ...listed(owned, more, `y ${more} más`),
            ]
          : []),
        `Membresías en proyectos de otros que terminarían: ${memberships}.`,
      ],
      action: { label: 'Responder a la solicitud', link },
    }),
    'deletion-withdrawn': ({ email }) => ({
      subject: `${email} conserva su cuenta`,
      paragraphs: [`${email} ya no quiere que se elimine su cuenta. No queda nada por hacer.`],
    }),
    'deletion-answered': ({ customer, outcome, reason }) => {
      const isDone = outcome === 'done'
      if (customer === null)
        return isDone
          ? {
              subject: 'Su cuenta se ha eliminado',
              paragraphs: [
                'Su cuenta se ha eliminado, como pidió. Sus membresías han terminado y nadie puede iniciar sesión con ella.',
                ...(reason ? [reason] : []),
              ],
            }
          : {
              subject: 'Su cuenta se conserva',
              paragraphs: [
                'Su solicitud de eliminar su cuenta ha sido rechazada:',
                reason,
                'Puede volver a pedirlo en cualquier momento.',
              ],
            }
      return isDone
        ? {
            subject: `${customer} ha tramitado su solicitud`,
            paragraphs: [
              `Los administradores de ${customer} han tramitado su solicitud de eliminar su cuenta. Ahora decide nuestro equipo; todavía no se ha eliminado nada.`,
              ...(reason ? [reason] : []),
            ],
          }
        : {
            subject: `${customer} se opone a la eliminación de su cuenta`,
            paragraphs: [
              `Los administradores de ${customer} se oponen a la eliminación de su cuenta:`,
              reason,
              'Ahora decide nuestro equipo; todavía no se ha eliminado nada.',
            ],
          }
    },
    'trial-ends': ({ project, endsAt, link }, time, { support }) => ({
      subject: `El periodo de prueba de ${project} termina pronto`,
      paragraphs: [
        `El periodo de prueba de su proyecto «${project}» termina el ${time(endsAt)}. Después el proyecto queda en hibernación: usted y los administradores del proyecto podrán leerlo, pero nadie podrá modificarlo.`,
        support === null
          ? 'Pregunte al administrador del sistema si quiere seguir trabajando en él.'
          : `Escriba a ${support} si quiere seguir trabajando en él.`,
      ],
      action: { label: 'Abrir el proyecto', link },
    }),
    'email-proof': ({ link, expiresAt }, time) => ({
      subject: 'Confirme su correo electrónico para Lintel',
      paragraphs: [
        'Alguien, probablemente usted, ha iniciado sesión en Lintel con esta dirección y quiere ver todo lo que se ha compartido con ella.',
        `Confirme que el buzón es suyo y elija una contraseña nueva. El enlace funciona una vez, hasta el ${time(expiresAt)}. Cualquier otra forma de acceder a la cuenta termina: contraseñas anteriores, verificación en dos pasos, proveedores vinculados y sesiones abiertas.`,
        'Si no fue usted, puede ignorar este correo: nadie obtiene acceso sin su confirmación.',
      ],
      action: { label: 'Confirmar el correo electrónico', link },
    }),
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: 'Confirme su nueva dirección para Lintel',
      paragraphs: [
        `Alguien pidió usar esta dirección para la cuenta de Lintel que ahora tiene ${current}. Si fue usted, confírmela: inicie sesión en esa cuenta y abra el enlace.`,
        `El enlace funciona una sola vez, hasta el ${time(expiresAt)}. Si no fue usted, no tiene que hacer nada.`,
      ],
      action: { label: 'Confirmar dirección', link },
    }),
    'email-change-requested': ({ to, at, ip }, time, { remedy }) => ({
      subject: 'Se ha pedido otra dirección para su cuenta de Lintel',
      paragraphs: [
        `El ${time(at)} alguien pidió que su cuenta pase a usar ${to}. Seguirá con esta dirección hasta que se confirme la nueva.`,
        `Dirección IP: ${ip}`,
        remedy === 'password'
          ? 'Si no fue usted, inicie sesión, retire la solicitud en su perfil y cambie la contraseña.'
          : 'Si no fue usted, inicie sesión, retire la solicitud en su perfil y cierre en su cuenta todas las demás sesiones.',
      ],
    }),
    'email-changed': ({ to, at, ip }, time, { support }) => ({
      subject: 'Su cuenta de Lintel tiene otra dirección',
      paragraphs: [
        `El ${time(at)} la dirección de su cuenta pasó a ser ${to}. A partir de ahora inicia sesión con ella; su contraseña y sus proyectos son los mismos.`,
        `Dirección IP: ${ip}`,
        support === null
          ? 'Si no fue usted, avise de inmediato al administrador del sistema: quien tenga la nueva dirección puede restablecer su contraseña.'
          : `Si no fue usted, escriba de inmediato a ${support}: quien tenga la nueva dirección puede restablecer su contraseña.`,
      ],
    }),
    'new-browser': (seen, time, { remedy }) => ({
      subject: 'Nuevo inicio de sesión en su cuenta de Lintel',
      paragraphs: [
        `El ${time(seen.at)} inició sesión desde un navegador o programa que no se había usado antes con su cuenta.`,
        ...where(seen),
        {
          password:
            'Si fue usted, no tiene que hacer nada. Si no, cambie la contraseña: con ello se cierran todas las demás sesiones.',
          sessions:
            'Si fue usted, no tiene que hacer nada. Si no, cierre en su cuenta todas las demás sesiones y cambie la contraseña en el proveedor con el que inicia sesión.',
          guestLink:
            'Si fue usted, no tiene que hacer nada. Si no, pida un enlace nuevo a los administradores del proyecto, con lo que el actual dejará de funcionar, y cierre en su cuenta todas las demás sesiones.',
        }[remedy],
      ],
    }),
    'right-after-failures': (seen, time) => ({
      subject: 'Inicio de sesión en Lintel tras contraseñas incorrectas',
      paragraphs: [
        `El ${time(seen.at)} se introdujo la contraseña correcta de su cuenta después de varias incorrectas seguidas.`,
        ...where(seen),
        `Contraseñas incorrectas anteriores: ${seen.failures}`,
        'Si fue usted, no tiene que hacer nada. Si no, alguien ha adivinado su contraseña: cámbiela de inmediato.',
      ],
    }),
    'second-factor-failed': (seen, time) => ({
      subject: 'Su contraseña de Lintel se usó sin el código de verificación',
      paragraphs: [
        `El ${time(seen.at)} alguien introdujo la contraseña correcta de su cuenta, pero ningún código correcto. No se le dio acceso.`,
        ...where(seen),
        'Si no fue usted, alguien conoce su contraseña: cámbiela.',
      ],
    }),
    'second-factor-enabled': (seen, time) => ({
      subject: 'Su cuenta de Lintel tiene ahora verificación en dos pasos',
      paragraphs: [
        `El ${time(seen.at)} se configuró la verificación en dos pasos: a partir de ahora, para iniciar sesión con la contraseña también se necesita un código.`,
        ...where(seen),
        'Si no fue usted, cambie la contraseña y póngase en contacto con los administradores de sus proyectos.',
      ],
    }),
    'second-factor-disabled': (seen, time) => ({
      subject: 'Se ha eliminado la verificación en dos pasos de su cuenta de Lintel',
      paragraphs: [
        `El ${time(seen.at)} se eliminó la verificación en dos pasos de su cuenta junto con sus códigos de recuperación: la contraseña basta para iniciar sesión.`,
        ...where(seen),
        'Si no fue usted, cambie la contraseña y vuelva a configurar la verificación en dos pasos.',
      ],
    }),
    'second-factor-removed-by-staff': ({ at }, time, { support }) => ({
      subject: 'Nuestro equipo ha eliminado la verificación en dos pasos de su cuenta de Lintel',
      paragraphs: [
        `El ${time(at)} nuestro equipo eliminó la verificación en dos pasos de su cuenta: la aplicación de autenticación con sus códigos de recuperación y sus llaves de acceso. Se cerraron todas sus sesiones.`,
        'Inicie sesión y vuelva a configurar la verificación en dos pasos en su cuenta.',
        support === null
          ? 'Si usted no lo pidió, solicite de inmediato una nueva contraseña en la página de inicio de sesión y avise al administrador del sistema.'
          : `Si usted no lo pidió, solicite de inmediato una nueva contraseña en la página de inicio de sesión y escriba a ${support}.`,
      ],
    }),
    'passkey-added': (seen, time) => ({
      subject: 'Se ha añadido una llave de acceso a su cuenta de Lintel',
      paragraphs: [
        `El ${time(seen.at)} se añadió una llave de acceso a su cuenta: permite iniciar sesión sin contraseña.`,
        ...where(seen),
        'Si no fue usted, elimínela en su cuenta y cambie la contraseña.',
      ],
    }),
    'passkey-removed': (seen, time) => ({
      subject: 'Se ha eliminado una llave de acceso de su cuenta de Lintel',
      paragraphs: [
        `El ${time(seen.at)} se eliminó una llave de acceso de su cuenta: ya no permite iniciar sesión.`,
        ...where(seen),
        'Si no fue usted, cambie la contraseña y revise dónde tiene la sesión abierta.',
      ],
    }),
    'recovery-codes-renewed': (seen, time) => ({
      subject: 'Nuevos códigos de recuperación para su cuenta de Lintel',
      paragraphs: [
        `El ${time(seen.at)} se crearon nuevos códigos de recuperación para su cuenta. Los anteriores ya no sirven.`,
        ...where(seen),
        'Si no fue usted, cambie la contraseña y cree nuevos códigos de recuperación.',
      ],
    }),
    'recovery-code-used': (seen, time) => ({
      subject: 'Se ha usado un código de recuperación de su cuenta de Lintel',
      paragraphs: [
        `El ${time(seen.at)} se usó uno de sus códigos de recuperación. No se puede volver a usar.`,
        ...where(seen),
        `Códigos de recuperación restantes: ${seen.left}`,
        'Si no fue usted, cambie la contraseña y cree nuevos códigos de recuperación.',
      ],
    }),
    'password-changed': (seen, time) => ({
      subject: 'Se ha cambiado su contraseña de Lintel',
      paragraphs: [
        `El ${time(seen.at)} se cambió la contraseña de su cuenta. Se cerraron todas las demás sesiones.`,
        ...where(seen),
        'Si no fue usted, solicite de inmediato una nueva contraseña en la página de inicio de sesión.',
      ],
    }),
  },
}
