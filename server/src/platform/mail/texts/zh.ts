import type { MailTexts } from './mail-text'

export const zh: MailTexts = {
  greeting: (name) => `${name}，您好：`,
  footer: (address) => `此邮件由 Lintel（${address}）发送，回复将不会被阅读。`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time) => ({
      subject: '为安全起见，您已退出 Lintel',
      paragraphs: [
        `${time(at)}，有人使用了您账户中一个已被替换的登录密钥。密钥被复制时会出现这种情况，因此我们结束了它所属的会话。`,
        `地址：${ip}`,
        ...(browser ? [`浏览器：${browser}`] : []),
        '如果您不清楚原因，请登录并修改密码；否则重新登录即可。',
      ],
    }),
    'first-invitation': ({ link, expiresAt }, time) => ({
      subject: '您的 Lintel 账户',
      paragraphs: [
        '已为您创建账户。设置密码后即可开始使用。',
        `该链接只能使用一次，有效期至 ${time(expiresAt)}。请勿转发给他人。`,
      ],
      action: { label: '设置密码', link },
    }),
  },
}
