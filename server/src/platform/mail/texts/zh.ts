import { headed, listed, type MailTexts, type RoleLabels, roleIn } from './mail-text'

/** The origin of an event. */
const where = ({ ip, browser }: { ip: string; browser: string | null }) => [
  `IP 地址：${ip}`,
  ...(browser ? [`浏览器：${browser}`] : []),
]

const roles: RoleLabels = { 5: '访客', 10: '用户', 15: '工作流', 20: '管理员' }

export const zh: MailTexts = {
  greeting: (name) => `${name}，您好：`,
  footer: (address) => `此邮件由 Lintel（${address}）发送，回复将不会被阅读。`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time, { remedy }) => ({
      subject: '为安全起见，系统已将您从 Lintel 退出登录',
      paragraphs: [
        `${time(at)}，有人使用了您账户中一个已被替换或属于其他浏览器的登录密钥。密钥被复制时会出现这种情况，因此我们结束了它所属的会话。`,
        `IP 地址：${ip}`,
        ...(browser ? [`浏览器：${browser}`] : []),
        {
          password: '如果您不清楚原因，请登录并更改密码；否则重新登录即可。',
          sessions:
            '如果您不清楚原因，请登录，在账户中退出其他所有登录，并在您用于登录的身份提供方处更改密码；否则重新登录即可。',
          guestLink: '如果您不清楚原因，请向项目管理员申请新的链接，届时当前链接将失效；否则重新打开您的链接即可。',
        }[remedy],
      ],
    }),
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} 邀请您加入 ${project}`,
      paragraphs: [
        `${inviter} 邀请您加入 Lintel 中的项目“${project}”。已为您创建账户：设置密码后即可开始使用。`,
        `该链接只能使用一次，有效期至 ${time(expiresAt)}。请勿转发给他人。`,
      ],
      action: { label: '设置密码', link },
    }),
    'project-invitation': ({ inviter, project, link }) => ({
      subject: `您已加入 ${project}`,
      paragraphs: [`${inviter} 已将您添加到 Lintel 中的项目“${project}”。请照常登录以打开该项目。`],
      action: { label: '打开项目', link },
    }),
    'guest-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} 邀请您加入 ${project}`,
      paragraphs: [
        `${inviter} 邀请您以访客身份加入 Lintel 中的项目“${project}”。使用该链接无需密码即可进入。`,
        expiresAt === null
          ? '该链接可多次使用。请勿转发给他人。'
          : `该链接可多次使用，有效期至 ${time(expiresAt)}。请勿转发给他人。`,
      ],
      action: { label: '打开项目', link },
    }),
    'access-ends': ({ lines, more, endsAt }, time) => ({
      subject: '您的访问权限即将到期',
      paragraphs: [
        `您的访问权限将于 ${time(endsAt)} 到期。到期后您将无法再打开：`,
        ...listed(lines, more, `以及另外 ${more} 个`),
        '如果您仍然需要访问，请联系您项目的管理员。',
      ],
    }),
    'given-access-ends': ({ lines, more, endsAt, link, isOfSeveral }, time) => ({
      subject: '您授予的访问权限即将到期',
      paragraphs: [
        `您授予的访问权限将于 ${time(endsAt)} 到期：`,
        ...listed(lines, more, `以及另外 ${more} 个`),
        '如果有人仍然需要访问，请在此之前为其设置更晚的结束日期。',
      ],
      action: { label: isOfSeveral ? '打开我的项目' : '打开项目', link },
    }),
    'second-factor-ahead': ({ customer, from, link }, time) => ({
      subject: `${customer} 将要求两步验证`,
      paragraphs: [
        `从 ${time(from)} 起，仅凭密码将无法打开 ${customer} 的项目。`,
        '请在此之前设置两步验证：只需两分钟和一部手机。',
      ],
      action: { label: '设置两步验证', link },
    }),
    'domain-missing': ({ customer, domain, record, lostAt, link }, time) => ({
      subject: `${domain} 的验证即将失效`,
      paragraphs: [
        `我们查找时，没有找到 ${customer} 用来证明 ${domain} 归其所有的 TXT 记录。`,
        `请让管理 ${domain} 的 DNS 的人员重新设置该记录，内容须完全如下：${record}`,
        `如果到 ${time(lostAt)} 仍未恢复，验证将失效。届时目录导入和 SCIM 不再接受该域名的人员，身份提供方也不再为其地址担保。`,
      ],
      action: { label: '查看域名', link },
    }),
    'domain-lost': ({ customer, domain, record, link }) => ({
      subject: `${domain} 的验证已失效`,
      paragraphs: [
        `连续 14 天没有找到 ${customer} 用来证明 ${domain} 归其所有的 TXT 记录。目录导入和 SCIM 不再接受该域名的人员，身份提供方也不再为其地址担保。已有访问权限的人员不受影响。`,
        `如需重新验证，请让管理 ${domain} 的 DNS 的人员按如下内容设置记录，然后再检查：${record}`,
      ],
      action: { label: '重新验证域名', link },
    }),
    'project-purge': ({ project, purgedAt, link }, time) => ({
      subject: `${project} 即将被永久移除`,
      paragraphs: [
        `项目“${project}”已删除，将于 ${time(purgedAt)} 连同其全部内容永久移除。`,
        '在此之前，您可以恢复它。',
      ],
      action: { label: '恢复项目', link },
    }),
    'access-gained': ({ owned: [first, ...others], gained, more, link }) => ({
      subject: first === undefined ? '您获得了新的访问权限' : `您现在是项目“${first}”的所有者`,
      paragraphs: [
        ...(first === undefined
          ? []
          : [
              '您现在是以下项目的所有者：',
              ...listed([first, ...others]),
              '所有者决定谁可以加入项目，并可以移交或删除项目。',
            ]),
        ...headed('您已获得以下项目的访问权限：', listed(gained.map(roleIn(roles)), more, `以及另外 ${more} 个`)),
        '您可以在个人资料中关闭此类邮件。',
      ],
      action: { label: '打开我的项目', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: '用于设置 Lintel 新密码的验证码',
      paragraphs: [
        '有人（可能是您本人）请求为您的账户设置新密码。',
        `您的验证码：${code}`,
        `该验证码只能使用一次，有效期至 ${time(expiresAt)}。如果不是您本人操作，则无需任何操作：您的密码保持不变。`,
      ],
      action: { label: '设置新密码', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: '请确认您在 Lintel 的新密码',
      paragraphs: [
        '有人知道您账户的当前密码，并请求将其更换。',
        `如果是您本人，请确认新密码。该链接只能使用一次，有效期至 ${time(expiresAt)}。`,
        '如果不是您本人，请勿确认：有人知道您的密码。请在登录页面申请新密码。',
      ],
      action: { label: '确认新密码', link },
    }),
    'provider-linked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `现在可以通过 ${provider} 登录 Lintel`,
      paragraphs: [
        `您的账户已于 ${time(at)} 与 ${provider} 关联：以您的身份在那里登录的人也会在这里登录。`,
        `IP 地址：${ip}`,
        remedy === 'password'
          ? '如果不是您本人操作，请登录，在个人资料中解除关联，并更改密码。'
          : '如果不是您本人操作，请登录，在个人资料中解除关联，并在账户中退出其他所有登录。',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `不能再通过 ${provider} 登录 Lintel`,
      paragraphs: [
        `您的账户与 ${provider} 的关联已于 ${time(at)} 解除。`,
        `IP 地址：${ip}`,
        remedy === 'password'
          ? '如果不是您本人操作，请更改密码。'
          : '如果不是您本人操作，请登录，并在账户中退出其他所有登录。',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: '请确认您在 Lintel 的地址',
      paragraphs: [
        `有人在 ${provider} 登录，并填写了此地址作为自己的地址。如果是您本人，请确认，然后再次通过 ${provider} 登录。`,
        `该链接只能使用一次，有效期至 ${time(expiresAt)}。请在您当时登录所用的浏览器中打开。如果不是您本人，则无需任何操作。`,
      ],
      action: { label: '确认地址', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: '您在 Lintel 已有账户',
      paragraphs: [
        `有人在 ${provider} 登录，并填写了这个已有账户的地址。`,
        `如果是您本人：请再次通过 ${provider} 登录，选择“我已有账户”，并输入该账户的密码。如果不是您本人，则无需任何操作。`,
      ],
    }),
    registration: ({ link, expiresAt }, time) => ({
      subject: '创建您的 Lintel 账户',
      paragraphs: [
        '有人（可能是您）想用此地址创建 Lintel 账户。',
        `请设置密码并创建您的第一个项目。该链接仅可使用一次，有效期至 ${time(expiresAt)}。`,
        '如果不是您本人操作，则无需任何操作：没有此链接，不会开通任何账户。',
      ],
      action: { label: '设置密码', link },
    }),
    'registration-known': ({ link }) => ({
      subject: '您已有 Lintel 账户',
      paragraphs: [
        '有人（可能是您）想用此地址创建 Lintel 账户。该账户已存在：请登录以创建项目。您可以在登录页面设置新密码。',
      ],
      action: { label: '登录', link },
    }),
    'deletion-noted': ({ at, link, hasAdministrators }, time, { support }) => ({
      subject: '您的账户将被删除',
      paragraphs: [
        hasAdministrators
          ? `我们已于 ${time(at)} 记录您删除账户的请求，并已通知我们的工作人员和您公司的管理员，他们会通过邮件与您联系。目前尚未删除任何内容。`
          : `我们已于 ${time(at)} 记录您删除账户的请求，并已通知我们的工作人员，他们会通过邮件与您联系。目前尚未删除任何内容。`,
        '如果您改变主意，或者这不是您本人的操作，请撤回请求。',
        support === null
          ? '如果您无法登录以撤回，请告知您的系统管理员。'
          : `如果您无法登录以撤回，请写信至 ${support}。`,
      ],
      action: { label: '查看或撤回请求', link },
    }),
    'deletion-asked': ({ email, owned, more, memberships, link }) => ({
      subject: `${email} 请求删除账户`,
      paragraphs: [
        `${email} 已请求删除自己的账户。目前尚未删除任何内容。`,
        ...(owned.length > 0
          ? ['此人拥有以下项目，需要先有其他所有者：', ...listed(owned, more, `以及另外 ${more} 个`)]
          : []),
        `将会结束的他人项目成员资格：${memberships}。`,
      ],
      action: { label: '答复请求', link },
    }),
    'deletion-withdrawn': ({ email }) => ({
      subject: `${email} 保留账户`,
      paragraphs: [`${email} 不再希望删除账户。无需再做任何处理。`],
    }),
    'deletion-answered': ({ customer, outcome, reason }) => {
      const isDone = outcome === 'done'
      if (customer === null)
        return isDone
          ? {
              subject: '您的账户已删除',
              paragraphs: [
                '您的账户已按您的要求删除。您的项目成员资格已终止，任何人都无法再使用它登录。',
                ...(reason ? [reason] : []),
              ],
            }
          : { subject: '您的账户将保留', paragraphs: ['您删除账户的请求被拒绝：', reason, '您可以随时再次提出请求。'] }
      return isDone
        ? {
            subject: `${customer} 已处理您的请求`,
            paragraphs: [
              `${customer} 的管理员已处理您删除账户的请求。接下来由我们的工作人员决定；目前尚未删除任何内容。`,
              ...(reason ? [reason] : []),
            ],
          }
        : {
            subject: `${customer} 对删除您的账户提出异议`,
            paragraphs: [
              `${customer} 的管理员对删除您的账户提出异议：`,
              reason,
              '接下来由我们的工作人员决定；目前尚未删除任何内容。',
            ],
          }
    },
    'trial-ends': ({ project, endsAt, link }, time, { support }) => ({
      subject: `${project} 的试用即将结束`,
      paragraphs: [
        `您的项目“${project}”的试用将于 ${time(endsAt)} 结束。之后项目将进入休眠：您和项目管理员仍可查看，但任何人都不能更改。`,
        support === null ? '如需继续使用，请咨询您的系统管理员。' : `如需继续使用，请写信至 ${support}。`,
      ],
      action: { label: '打开项目', link },
    }),
    'email-proof': ({ link, expiresAt }, time) => ({
      subject: '请确认您在 Lintel 的邮箱',
      paragraphs: [
        '有人（可能是您）已使用此地址登录 Lintel，并希望查看与该地址共享的所有内容。',
        `请确认此邮箱属于您，并设置新密码。该链接仅可使用一次，有效期至 ${time(expiresAt)}。进入该账户的其他所有途径都将失效：以前的密码、两步验证、已关联的身份提供方和打开的会话。`,
        '如果不是您本人操作，可以忽略此邮件：没有您的确认，任何人都无法获得访问权限。',
      ],
      action: { label: '确认邮箱', link },
    }),
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: '请确认您在 Lintel 的新地址',
      paragraphs: [
        `有人请求将此地址用于目前为 ${current} 的 Lintel 账户。如果是您本人，请先登录该账户，再打开链接进行确认。`,
        `该链接只能使用一次，有效期至 ${time(expiresAt)}。如果不是您本人，则无需任何操作。`,
      ],
      action: { label: '确认地址', link },
    }),
    'email-change-requested': ({ to, at, ip }, time, { remedy }) => ({
      subject: '有人请求更改您的 Lintel 账户地址',
      paragraphs: [
        `${time(at)}，有人请求将您的账户地址改为 ${to}。在新地址得到确认之前，仍使用当前地址。`,
        `IP 地址：${ip}`,
        remedy === 'password'
          ? '如果不是您本人操作，请登录，在个人资料中撤回该请求，并更改密码。'
          : '如果不是您本人操作，请登录，在个人资料中撤回该请求，并在账户中退出其他所有登录。',
      ],
    }),
    'email-changed': ({ to, at, ip }, time, { support }) => ({
      subject: '您的 Lintel 账户地址已更改',
      paragraphs: [
        `${time(at)}，您的账户地址已改为 ${to}。今后请使用该地址登录；您的密码和项目保持不变。`,
        `IP 地址：${ip}`,
        support === null
          ? '如果不是您本人操作，请立即告知您的系统管理员：持有新地址的人可以重置您的密码。'
          : `如果不是您本人操作，请立即写信至 ${support}：持有新地址的人可以重置您的密码。`,
      ],
    }),
    'new-browser': (seen, time, { remedy }) => ({
      subject: '您的 Lintel 账户有新的登录',
      paragraphs: [
        `${time(seen.at)}，有人从此前未用于您账户的浏览器或程序登录了您的账户。`,
        ...where(seen),
        {
          password: '如果是您本人，则无需任何操作。否则请更改密码：这会使其他所有会话退出登录。',
          sessions:
            '如果是您本人，则无需任何操作。否则请在账户中退出其他所有登录，并在您用于登录的身份提供方处更改密码。',
          guestLink:
            '如果是您本人，则无需任何操作。否则请向项目管理员申请新的链接（届时当前链接将失效），并在账户中退出其他所有登录。',
        }[remedy],
      ],
    }),
    'right-after-failures': (seen, time) => ({
      subject: '多次输错密码后登录 Lintel',
      paragraphs: [
        `${time(seen.at)}，在连续多次输入错误密码之后，有人输入了您账户的正确密码。`,
        ...where(seen),
        `此前的错误密码次数：${seen.failures}`,
        '如果是您本人，则无需任何操作。否则说明有人猜中了您的密码：请立即更改。',
      ],
    }),
    'second-factor-failed': (seen, time) => ({
      subject: '您的 Lintel 密码被使用，但未通过两步验证',
      paragraphs: [
        `${time(seen.at)}，有人输入了您账户的正确密码，但没有输入正确的验证码。对方未能登录。`,
        ...where(seen),
        '如果不是您本人，说明有人知道您的密码：请更改密码。',
      ],
    }),
    'second-factor-enabled': (seen, time) => ({
      subject: '您的 Lintel 账户现已启用两步验证',
      paragraphs: [
        `${time(seen.at)}，您的账户设置了两步验证：从现在起，用密码登录时还需要验证码。`,
        ...where(seen),
        '如果不是您本人操作，请更改密码，并联系您项目的管理员。',
      ],
    }),
    'second-factor-disabled': (seen, time) => ({
      subject: '您在 Lintel 的两步验证已移除',
      paragraphs: [
        `${time(seen.at)}，您账户的两步验证及其恢复码已被移除：仅凭密码即可登录。`,
        ...where(seen),
        '如果不是您本人操作，请更改密码，并重新设置两步验证。',
      ],
    }),
    'second-factor-removed-by-staff': ({ at }, time, { support }) => ({
      subject: '您在 Lintel 的两步验证已由我们的工作人员移除',
      paragraphs: [
        `${time(at)}，我们的工作人员移除了您账户的两步验证：身份验证应用及其恢复码，以及您的通行密钥。您已在所有地方退出登录。`,
        '请登录，并在账户中重新设置两步验证。',
        support === null
          ? '如果这不是您要求的，请立即在登录页面申请新密码，并告知您的系统管理员。'
          : `如果这不是您要求的，请立即在登录页面申请新密码，并写信至 ${support}。`,
      ],
    }),
    'passkey-added': (seen, time) => ({
      subject: '您的 Lintel 账户已添加通行密钥',
      paragraphs: [
        `${time(seen.at)}，您的账户添加了一个通行密钥：使用它无需密码即可登录。`,
        ...where(seen),
        '如果不是您本人操作，请在账户中将其移除，并更改密码。',
      ],
    }),
    'passkey-removed': (seen, time) => ({
      subject: '您的 Lintel 账户的一个通行密钥已移除',
      paragraphs: [
        `${time(seen.at)}，您账户的一个通行密钥已被移除：无法再使用它登录。`,
        ...where(seen),
        '如果不是您本人操作，请更改密码，并检查您的登录位置。',
      ],
    }),
    'recovery-codes-renewed': (seen, time) => ({
      subject: '您的 Lintel 账户有新的恢复码',
      paragraphs: [
        `${time(seen.at)}，已为您的账户生成新的恢复码。之前的代码不再有效。`,
        ...where(seen),
        '如果不是您本人操作，请更改密码，并生成新的恢复码。',
      ],
    }),
    'recovery-code-used': (seen, time) => ({
      subject: '您的 Lintel 账户的一个恢复码已被使用',
      paragraphs: [
        `${time(seen.at)}，您的一个恢复码已被使用，该代码不能再次使用。`,
        ...where(seen),
        `剩余恢复码：${seen.left}`,
        '如果不是您本人操作，请更改密码，并生成新的恢复码。',
      ],
    }),
    'password-changed': (seen, time) => ({
      subject: '您的 Lintel 密码已更改',
      paragraphs: [
        `${time(seen.at)}，您账户的密码已更改。其他所有地方均已退出登录。`,
        ...where(seen),
        '如果不是您本人操作，请立即在登录页面申请新密码。',
      ],
    }),
  },
}
