// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {WrongSignature} from "../Errors.sol";

/// @notice Whether an account has signed: by its key, else by its code (EIP-1271). A signature of a contract that is
/// not deployed yet (ERC-6492) would need a call of the relayer's choosing and is never looked at.
library Signature {
    /// Half the order of secp256k1: above it, the same signature in another spelling.
    uint256 private constant HIGHEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;
    /// isValidSignature(bytes32,bytes), which is also the answer that means yes.
    bytes4 private constant VALID = 0x1626ba7e;

    /// @param signature 32 r · 32 s · 1 v for a key; for a contract whatever it reads
    function requireFrom(address signer, bytes32 digest, bytes calldata signature) internal view {
        if (_byKey(signer, digest, signature)) return;
        if (signer.code.length == 0 || !_byCode(signer, digest, signature)) revert WrongSignature(signer);
    }

    function _byKey(address signer, bytes32 digest, bytes calldata signature) private pure returns (bool) {
        if (signature.length != 65) return false;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        if (uint256(s) > HIGHEST_S) return false;
        address found = ecrecover(digest, uint8(signature[64]), r, s);
        return found != address(0) && found == signer;
    }

    function _byCode(address signer, bytes32 digest, bytes calldata signature) private view returns (bool valid) {
        bytes memory data = abi.encodeWithSelector(VALID, digest, signature);
        bytes32 expected = bytes32(VALID);
        assembly ("memory-safe") {
            let called := staticcall(gas(), signer, add(data, 0x20), mload(data), 0x00, 0x20)
            valid := and(called, and(gt(returndatasize(), 0x1f), eq(mload(0x00), expected)))
        }
    }
}
