-- The providers that staff have assigned to a customer. Its administrators may choose them as login methods again after they have removed
-- them from the security policy (docs/decisions/155-security-policies.md).

alter table customer add column assigned_providers text[] not null default '{}';
update customer set assigned_providers = providers where providers <> '{}';
