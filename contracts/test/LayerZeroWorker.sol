// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice What verifies or executes messages of LayerZero, as the library that sends them asks: for its price alone. The
/// work itself is the test's.
contract LayerZeroWorker {
    struct Job {
        uint32 dstEid;
        bytes packetHeader;
        bytes32 payloadHash;
        uint64 confirmations;
        address sender;
    }

    uint256 private constant BASE = 1e12;
    uint256 private constant BYTE = 1e8;
    /// What a test asks for besides.
    uint256 private more;

    function assignJob(Job calldata, bytes calldata) external payable returns (uint256) {
        return BASE + more;
    }

    function getFee(uint32, uint64, address, bytes calldata) external view returns (uint256) {
        return BASE + more;
    }

    /// @param options the gas of each call, 16 bytes of which are its number
    function assignJob(uint32, address, uint256 size, bytes calldata options) external pure returns (uint256) {
        return getFee(0, address(0), size, options);
    }

    function getFee(uint32, address, uint256 size, bytes calldata options) public pure returns (uint256) {
        return BASE + BYTE * (size + options.length);
    }

    receive() external payable {}
}
