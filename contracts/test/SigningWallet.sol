// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Wallet} from "./Wallet.sol";

/// @notice A contract that has signed one digest (EIP-1271) and accepts any signature for it.
contract SigningWallet is Wallet {
    bytes32 public signed;

    function sign(bytes32 digest) external {
        signed = digest;
    }

    function isValidSignature(bytes32 digest, bytes calldata) external view returns (bytes4) {
        return digest == signed ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
