// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "./PlainToken.sol";

/// @notice Approves by signature in both styles: EIP-2612, and DAI's all-or-nothing.
contract PermitToken is PlainToken {
    mapping(address => uint256) public nonces;

    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant EIP_2612 =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 private constant DAI =
        keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        bytes32 hash = keccak256(abi.encode(EIP_2612, owner, spender, value, nonces[owner]++, deadline));
        require(block.timestamp <= deadline && _signer(hash, v, r, s) == owner, "not permitted");
        allowance[owner][spender] = value;
    }

    function permit(
        address holder,
        address spender,
        uint256 nonce,
        uint256 expiry,
        bool allowed,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        bytes32 hash = keccak256(abi.encode(DAI, holder, spender, nonce, expiry, allowed));
        require(expiry == 0 || block.timestamp <= expiry, "too late");
        require(nonce == nonces[holder]++ && _signer(hash, v, r, s) == holder, "not permitted");
        allowance[holder][spender] = allowed ? type(uint256).max : 0;
    }

    function _signer(bytes32 hash, uint8 v, bytes32 r, bytes32 s) private view returns (address) {
        bytes32 domain =
            keccak256(abi.encode(DOMAIN, keccak256("Permit Token"), keccak256("1"), block.chainid, address(this)));
        return ecrecover(keccak256(abi.encodePacked(hex"1901", domain, hash)), v, r, s);
    }
}
