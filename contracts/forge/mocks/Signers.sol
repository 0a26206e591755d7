// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice A contract account whose `isValidSignature` the test sets; it may try to write meanwhile.
contract Signer {
    bytes private answer;
    bool public writes;
    uint256 public written;

    function say(bytes calldata answer_) external {
        answer = answer_;
    }

    function write() external {
        writes = true;
        answer = abi.encode(bytes32(bytes4(0x1626ba7e)));
    }

    fallback() external {
        if (writes) written++;
        bytes memory said = answer;
        assembly {
            return(add(said, 0x20), mload(said))
        }
    }
}
