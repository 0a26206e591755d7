// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {MalformedPermit} from "./Errors.sol";

/// @notice A packed signed approval of the input token:
///
///   EIP-2612, 102 bytes   32 value · 6 deadline · 32 r · 32 s, its highest bit 1 if v is 28
///   DAI, 76 bytes         6 nonce · 6 expiry · 32 r · 32 s, as above
///
/// The result of the permit is ignored: anyone may have submitted it before, and a token without permits may accept any
/// call. The transfer decides.
library Permit {
    uint256 private constant EIP_2612 = 102;
    uint256 private constant DAI = 76;

    /// @param token the approved token; one of the two selectors is called on it, whatever it is
    /// @param owner always the payer of the running swap; the spender is the router
    function bring(address token, address owner, bytes calldata permit) internal {
        if (permit.length == EIP_2612) _eip2612(token, owner, permit);
        else if (permit.length == DAI) _dai(token, owner, permit);
        else revert MalformedPermit();
    }

    function _eip2612(address token, address owner, bytes calldata permit) private {
        (uint8 v, bytes32 r, bytes32 s) = _signature(permit[38:102]);
        uint256 value = uint256(bytes32(permit[0:32]));
        uint256 deadline = uint48(bytes6(permit[32:38]));
        // permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
        _call(token, abi.encodeWithSelector(0xd505accf, owner, address(this), value, deadline, v, r, s));
    }

    function _dai(address token, address owner, bytes calldata permit) private {
        (uint8 v, bytes32 r, bytes32 s) = _signature(permit[12:76]);
        uint256 nonce = uint48(bytes6(permit[0:6]));
        uint256 expiry = uint48(bytes6(permit[6:12]));
        // permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)
        _call(token, abi.encodeWithSelector(0x8fcbaf0c, owner, address(this), nonce, expiry, true, v, r, s));
    }

    function _signature(bytes calldata packed) private pure returns (uint8 v, bytes32 r, bytes32 s) {
        r = bytes32(packed[0:32]);
        uint256 vs = uint256(bytes32(packed[32:64]));
        return (27 + uint8(vs >> 255), r, bytes32(vs & ~(uint256(1) << 255)));
    }

    function _call(address token, bytes memory data) private {
        assembly ("memory-safe") {
            pop(call(gas(), token, 0, add(data, 0x20), mload(data), 0x00, 0x00))
        }
    }
}
