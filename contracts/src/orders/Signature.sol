// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {WrongSignature} from "../Errors.sol";

/// @notice Checks a signature by the account's key, else by its code (EIP-1271). The signature of a contract that is
/// not deployed yet (ERC-6492) is not supported: it would need a call that the relayer chooses.
library Signature {
    /// Half the order of secp256k1: a higher s is the same signature in another form.
    uint256 private constant HIGHEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;
    /// isValidSignature(bytes32,bytes); also the return value that means valid.
    bytes4 private constant VALID = 0x1626ba7e;

    /// @param signature 32 r · 32 s · 1 v for a key; any bytes for a contract
    function requireFrom(address signer, bytes32 digest, bytes calldata signature) internal view {
        if (_byKey(signer, digest, signature)) return;
        if (signer.code.length == 0 || !_byCode(signer, digest, signature)) revert WrongSignature(signer);
    }

    function _byKey(address signer, bytes32 digest, bytes calldata signature) private pure returns (bool) {
        if (signature.length != 65) return false;
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := calldataload(signature.offset)
            s := calldataload(add(signature.offset, 0x20))
            v := byte(0, calldataload(add(signature.offset, 0x40)))
        }
        if (uint256(s) > HIGHEST_S) return false;
        address found = ecrecover(digest, v, r, s);
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
