// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";

/// @notice A stand-in for Permit2's transfers with a witness, written from its specification: by key only, each nonce
/// once. `npm run test:crossing` runs the same crossings with the original.
contract Permit2Double {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    string private constant STUB =
        "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,";

    mapping(address owner => mapping(uint256 nonce => bool)) private used;

    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessType,
        bytes calldata signature
    ) external {
        require(block.timestamp <= permit.deadline, "SignatureExpired");
        require(details.requestedAmount <= permit.permitted.amount, "InvalidAmount");
        require(!used[owner][permit.nonce], "InvalidNonce");
        used[owner][permit.nonce] = true;
        bytes32 hash = hashOf(permit, msg.sender, witness, witnessType);
        require(signature.length == 65, "InvalidSignatureLength");
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        require(signer == owner && signer != address(0), "InvalidSigner");
        PlainToken(permit.permitted.token).transferFrom(owner, details.to, details.requestedAmount);
    }

    function hashOf(
        PermitTransferFrom calldata permit,
        address spender,
        bytes32 witness,
        string calldata witnessType
    ) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Permit2"),
                block.chainid,
                address(this)
            )
        );
        bytes32 permitted =
            keccak256(abi.encode(keccak256("TokenPermissions(address token,uint256 amount)"), permit.permitted));
        bytes32 kind = keccak256(abi.encodePacked(STUB, witnessType));
        bytes32 body = keccak256(abi.encode(kind, permitted, spender, permit.nonce, permit.deadline, witness));
        return keccak256(abi.encodePacked(hex"1901", domain, body));
    }
}
