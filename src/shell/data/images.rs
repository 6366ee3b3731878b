//! Programs of images and packages.

/// Images whose program has another name.
/// Those of the same name are there because nothing else is known of them.
pub(crate) const IMAGES: &[(&str, &str)] = &[
    ("atlas", "atlas"),
    ("aws-cli", "aws"),
    ("azure-cli", "az"),
    ("dbmate", "dbmate"),
    ("flyway", "flyway"),
    ("google-cloud-cli", "gcloud"),
    ("goreleaser", "goreleaser"),
    ("k6", "k6"),
    ("liquibase", "liquibase"),
    ("mc", "mc"),
    ("migrate", "migrate"),
    ("opentofu", "tofu"),
    ("rclone", "rclone"),
    ("restic", "restic"),
    ("terragrunt", "terragrunt"),
    ("trivy", "trivy"),
];

/// Packages whose program has another name.
pub(crate) const PACKAGES: &[(&str, &str)] = &[
    ("@angular/cli", "ng"),
    ("@ast-grep/cli", "ast-grep"),
    ("@aws-amplify/cli", "amplify"),
    ("@biomejs/biome", "biome"),
    ("@capacitor/cli", "cap"),
    ("@changesets/cli", "changeset"),
    ("@cloudflare/wrangler", "wrangler"),
    ("@go-task/cli", "task"),
    ("@google/clasp", "clasp"),
    ("@jsr/cli", "jsr"),
    ("@nestjs/cli", "nest"),
    ("@playwright/test", "playwright"),
    ("@railway/cli", "railway"),
    ("@salesforce/cli", "sf"),
    ("@sentry/cli", "sentry-cli"),
    ("@shopify/cli", "shopify"),
    ("@tailwindcss/cli", "tailwindcss"),
    ("@vscode/vsce", "vsce"),
    ("aws-cdk", "cdk"),
    ("awscli", "aws"),
    ("cpy-cli", "cpy"),
    ("eas-cli", "eas"),
    ("expo-cli", "expo"),
    ("firebase-tools", "firebase"),
    ("hasura-cli", "hasura"),
    ("netlify-cli", "netlify"),
    ("rust-just", "just"),
    ("sequelize-cli", "sequelize"),
];
